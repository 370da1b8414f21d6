/**
 * The layers, and who may know whom. Every rule says why it stands; a new exception belongs in docs/decisions.md.
 * Type-only imports count like any others.
 */

const product = "^(shared|functions|agents)/";

/** A rule that lets files under `from` import only project files under `to`; packages have rules of their own below. */
function layer(name, from, to, comment) {
  return {
    name: `layer-${name}`,
    comment,
    severity: "error",
    from: { path: from },
    to: { path: "^(shared|functions|agents|infra|local|scripts|test|bench|examples)/", pathNot: to },
  };
}

/** A rule that lets only files under `from` import the packages matching `to`. */
function only(name, to, from, comment) {
  return { name: `only-${name}`, comment, severity: "error", from: { pathNot: from }, to: { path: to } };
}

/** A rule that keeps every package and Node module out of `from`, except those matching `allowed`. */
function noPackages(name, from, allowed, comment) {
  return {
    name: `packages-of-${name}`,
    comment,
    severity: "error",
    from: { path: from },
    to: { dependencyTypes: ["core", "npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg"], pathNot: allowed },
  };
}

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    layer(
      "contracts",
      "^shared/contracts/",
      "^shared/contracts/",
      "What crosses a border is described without knowing who uses it.",
    ),
    layer("errors", "^shared/errors/", "^shared/errors/", "A failure can be named from anywhere, so it knows nobody."),
    layer(
      "domain",
      "^shared/domain/",
      "^shared/(contracts|errors|domain)/",
      "Decisions are pure: they can be read, tested and simulated without anything else.",
    ),
    layer(
      "ports",
      "^shared/ports/",
      "^shared/(contracts/|domain/|ports/|agents/define-agent[.]ts$)",
      "A port is stated in the words of the domain; the catalogue of agents is a port too.",
    ),
    layer(
      "agent-kit",
      "^shared/agents/",
      "^shared/(contracts|domain|errors|ports|agents)/",
      "The kit agents are defined with knows no store and no worker.",
    ),
    layer(
      "steps",
      "^shared/steps/",
      "^shared/(contracts|domain|ports|errors|agents|steps|tools)/",
      "Steps reach the world through ports only, so the simulator runs the same code as Lambda.",
    ),
    layer(
      "adapters",
      "^shared/adapters/",
      "^shared/(?!steps/|runtime/)",
      "An adapter serves a port and never calls back into what uses it.",
    ),
    layer(
      "agents",
      "^agents/",
      "^(shared/(agents|contracts|domain|errors)|agents)/",
      "A person who edits an agent needs the kit and the contracts, nothing of the machinery.",
    ),
    layer(
      "infra",
      "^infra/",
      "^(shared/contracts|infra)/",
      "The stack is described by contracts, not by running code.",
    ),
    layer("product", product, product, "Deployed code never depends on what runs on a developer's machine only."),
    {
      name: "functions-apart",
      comment: "Each function is deployed alone; what two of them need lives in shared/.",
      severity: "error",
      from: { path: "^functions/([^/]+)/" },
      to: { path: "^functions/", pathNot: "^functions/$1/" },
    },

    noPackages(
      "contracts",
      "^shared/contracts/",
      "^node_modules/(zod|zod-openapi)/",
      "Contracts are schemas; everything that bundles them pays for what they import.",
    ),
    noPackages("domain", "^shared/(domain|errors|ports)/", "^(node:)?crypto$", "Decisions need no library and no I/O."),
    {
      name: "no-io-beside-aws",
      comment: "Files, sockets and processes are reached through ports, and behind them is AWS (docs/security.md).",
      severity: "error",
      from: { path: product },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?(crypto|util)$" },
    },

    only(
      "adapters-use-aws",
      "^node_modules/@(aws-sdk|smithy)/",
      "^(shared/(adapters|runtime)|local|test|scripts|bench)/",
      "AWS is spoken in the adapters; the runtime makes the clients they are given.",
    ),
    only("runtime-uses-middy", "^node_modules/@middy/", "^shared/runtime/", "The middleware is an edge detail."),
    only(
      "infra-uses-cdk",
      "^node_modules/(aws-cdk-lib|constructs|cdk-nag)/",
      "^(infra|test|examples/embedded)/",
      "CDK must never end up in a bundle.",
    ),
    {
      name: "no-dev-packages-in-product",
      comment: "A bundle that imports a development package works here and breaks with `npm ci --omit=dev`.",
      severity: "error",
      from: { path: product },
      to: { dependencyTypes: ["npm-dev", "npm-optional"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-cycles",
      comment: "Two files that need each other are one thing, or hide a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unresolved",
      comment: "The import leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|cdk[.]out|coverage|reports|[.]local)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
