import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "followthrough-package-"));
const app = join(folder, "app");
const out = join(app, "cdk.out");
const installed = join(app, "node_modules", "followthrough");

/** Compiler, npm and bundler run in turn, each for seconds on a machine that has nothing else to do. */
const patience = 300_000;

/** Runs a program in the app, as its owner would. @throws with what it printed. */
const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string => {
  try {
    return execFileSync(program, args, { cwd: app, env: { ...process.env, ...env }, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  }
};

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/**
 * Installs the tarball into `examples/embedded`. What npm would fetch beside it is linked from this repository: exactly
 * what the manifest asks for, so that a dependency it does not name is missing here as it would be there.
 */
beforeAll(() => {
  cpSync(join(root, "examples", "embedded"), app, { recursive: true });
  run(process.execPath, [join(root, "scripts", "build-package.ts"), "--out", join(folder, "package")]);
  run("npm", ["pack", join(folder, "package"), "--pack-destination", folder, "--silent"]);
  mkdirSync(installed, { recursive: true });
  const [tarball = ""] = globSync("*.tgz", { cwd: folder });
  run("tar", ["-xzf", join(folder, tarball), "-C", installed, "--strip-components", "1"]);
  const manifest: Manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    const link = join(app, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link);
  }
  writeFileSync(join(app, "imports.ts"), importsOf(manifest));
  writeFileSync(join(app, "agents", "from-the-document.ts"), exampleOfAgents());
}, patience);

/** A module that imports everything that can be imported by name. */
function importsOf({ exports }: Manifest): string {
  const paths = Object.keys(exports).filter((path) => path !== "./package.json" && !path.includes("*"));
  return paths.map((path, index) => `export * as n${index} from "followthrough${path.slice(1)}";\n`).join("");
}

/** The agent that stands in the document for those who write one. */
function exampleOfAgents(): string {
  const document = readFileSync(join(installed, "docs", "agents.md"), "utf8");
  const [, example = ""] = /```ts\n(.*?)```/s.exec(document) ?? [];
  return example;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("holds JavaScript and types, and nothing that only this repository needs", () => {
  const files = globSync("**/*.*", { cwd: installed });
  expect(files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(["infra/followthrough.js", "infra/followthrough.d.ts"]));
  expect(existsSync(join(installed, "LICENSE"))).toBe(true);
  expect(files.filter((file) => /^(test|local|scripts|bench|examples)\//.test(file))).toEqual([]);
});

test("its README leads to files that are in it", () => {
  const links = [...readFileSync(join(installed, "README.md"), "utf8").matchAll(/\]\(([^):]+)\)/g)];
  expect(links.length).toBeGreaterThan(4);
  expect(links.map(([, file = ""]) => file).filter((file) => !existsSync(join(installed, file)))).toEqual([]);
});

test(
  "what can be imported loads in an app, and the agent of the document with it",
  () => {
    run(process.execPath, ["imports.ts"]);
    run(process.execPath, ["agents/from-the-document.ts"]);
  },
  patience,
);

test("the example takes the tarball that `npm pack` leaves in the root of the repository", () => {
  const { dependencies }: Manifest = JSON.parse(readFileSync(join(app, "package.json"), "utf8"));
  expect(globSync("*.tgz", { cwd: folder }).map((name) => `file:../../${name}`)).toEqual([
    dependencies["followthrough"],
  ]);
});

test(
  "an app with it type-checks",
  () => {
    const compilerOptions = { module: "nodenext", target: "es2024", strict: true, noEmit: true, skipLibCheck: true };
    const own = {
      allowImportingTsExtensions: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules", "@types")],
    };
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...compilerOptions, ...own } }));
    run(process.execPath, [join(root, "node_modules", "@typescript", "native", "bin", "tsc"), "-p", app]);
  },
  patience,
);

test(
  "an app with it synthesises, with its own agents in the functions",
  () => {
    run(process.execPath, ["app.ts"], { CDK_OUTDIR: out });
    const { Resources, Outputs } = JSON.parse(readFileSync(join(out, "newsroom.template.json"), "utf8"));
    expect(Resources).toMatchObject({
      FollowthroughTable: { Type: "AWS::DynamoDB::GlobalTable" },
      FollowthroughNudgesQueue: { Type: "AWS::SQS::Queue" },
      FollowthroughApi: { Type: "AWS::ApiGatewayV2::Api" },
    });
    // The names by which `sign-in` finds out where to get a token.
    const named = ["ApiUrl", "UserPoolId", "ClientId", "OperatorClientId", "TokenUrl"];
    expect(Object.keys(Outputs)).toEqual(expect.arrayContaining(named));
    const [bundles = ""] = globSync("followthrough/*", { cwd: out });
    const source = (name: string) => readFileSync(join(out, bundles, name, "index.js"), "utf8");
    for (const name of ["fold", "task", "http-write"]) {
      expect(source(name)).toContain("word-counter");
      expect(source(name), "an agent that the app does not list").not.toContain("You work on the goal a person set");
    }
    expect(existsSync(join(installed, "functions", "cdk.out"))).toBe(false);
  },
  patience,
);
