// Loaded before every script of package.json. Plain JavaScript, so that a Node too old for TypeScript can still say why it stops.
const [major = 0] = process.versions.node.split(".").map(Number);

if (major < 24) {
  process.stderr.write(
    `Followthrough needs Node 24 or newer, and this is Node ${process.versions.node}: run \`npm ci\` with optional ` +
      "dependencies, which brings the right Node for this project's scripts, or install Node 24.\n",
  );
  process.exit(1);
}
