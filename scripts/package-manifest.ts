/** The fields of the repository's package.json that the manifest of the package is made from. */
export interface RepositoryManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** What an app imports: the path after the package's name, and the module behind it. */
const modules: Readonly<Record<string, string>> = {
  ".": "infra/followthrough",
  "./agents/define-agent": "shared/agents/define-agent",
  "./agents/cell": "shared/agents/cell",
  "./agents/report": "agents/report/report",
  "./agents/researcher": "agents/researcher/researcher",
  "./agents/parts": "agents/parts",
  "./agents/render": "agents/render",
  "./agents/evidence": "agents/evidence",
  "./agents/cells/*": "agents/cells/*",
  "./contracts/*": "shared/contracts/*",
  "./errors/fault": "shared/errors/fault",
};

/**
 * The manifest of the package. What only development needs is left out, with it the binaries that run this repository.
 * CDK and zod are the embedding app's own, for its stacks hold the construct and its schemas reach the agents. esbuild
 * comes along, because functions are bundled while the app is synthesised.
 */
export function packageManifest(repository: RepositoryManifest): object {
  const { name, version, description, license, engines, devDependencies } = repository;
  const { zod, ...dependencies } = repository.dependencies;
  const versionOf = (wanted: string) => {
    const found = devDependencies[wanted];
    if (found === undefined) throw new Error(`package.json does not name ${wanted}`);
    return found;
  };
  return {
    name,
    version,
    description,
    license,
    type: "module",
    engines,
    files: ["agents", "docs", "functions", "infra", "shared"],
    imports: { "#agents": "./agents/registry.js" },
    exports: {
      ...Object.fromEntries(
        Object.entries(modules).map(([path, file]) => [path, { types: `./${file}.d.ts`, default: `./${file}.js` }]),
      ),
      "./package.json": "./package.json",
    },
    dependencies: { ...dependencies, esbuild: versionOf("esbuild") },
    peerDependencies: {
      "aws-cdk-lib": `^${versionOf("aws-cdk-lib")}`,
      constructs: `^${versionOf("constructs")}`,
      zod: `^${zod}`,
    },
  };
}
