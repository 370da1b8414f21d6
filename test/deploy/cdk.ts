import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { account, region } from "./emulator.ts";
import { adaptTemplate } from "./emulator-faults.ts";
import { runProgram } from "./run-program.ts";

const root = join(import.meta.dirname, "..", "..");
const cli = join(root, "node_modules", "aws-cdk", "bin", "cdk");

/** What a stack says about itself, by name of the output. */
export type Outputs = Readonly<Record<string, string>>;

/** The stock CDK CLI, with the environment of an emulator. Every command throws with what it printed when it fails. */
export class Cdk {
  readonly #env: Readonly<Record<string, string>>;
  readonly #folder: string;

  /** `folder` takes assemblies, outputs and what the CLI itself remembers. */
  constructor(env: Readonly<Record<string, string>>, folder: string) {
    this.#env = { ...env, HOME: folder, CDK_HOME: join(folder, "cdk-home"), CDK_DISABLE_CLI_TELEMETRY: "true" };
    this.#folder = folder;
  }

  /** Synthesises the stack of a context with all checks, as a user's `cdk deploy` does. @returns the assembly. */
  async synth(name: string, context: Readonly<Record<string, string>>): Promise<string> {
    const assembly = join(this.#folder, name);
    const flags = Object.entries(context).flatMap(([key, value]) => ["--context", `${key}=${value}`]);
    await this.#run(["synth", "--quiet", "--output", assembly, ...flags]);
    for (const file of readdirSync(assembly).filter((one) => one.endsWith(".template.json"))) {
      const template = JSON.parse(readFileSync(join(assembly, file), "utf8"));
      writeFileSync(join(assembly, file), JSON.stringify(adaptTemplate(template)));
    }
    return assembly;
  }

  async bootstrap(): Promise<void> {
    // In an empty folder: with the app beside it the CLI would synthesise first.
    await this.#run(["bootstrap", `aws://${account}/${region}`], this.#folder);
  }

  async deploy(assembly: string): Promise<Outputs> {
    const file = `${assembly}.outputs.json`;
    const flags = ["--require-approval", "never", "--outputs-file", file];
    await this.#run(["deploy", "--app", assembly, ...flags]);
    const [outputs] = Object.values<Outputs>(JSON.parse(readFileSync(file, "utf8")));
    if (outputs === undefined) throw new Error("the stack has no outputs");
    return outputs;
  }

  async destroy(assembly: string): Promise<void> {
    await this.#run(["destroy", "--app", assembly, "--force"]);
  }

  async #run(args: readonly string[], cwd = root): Promise<void> {
    const { code, output } = await runProgram(process.execPath, [cli, "--no-color", ...args], { cwd, env: this.#env });
    if (code !== 0) throw new Error(`cdk ${args.join(" ")} ended with ${code}:\n${output.slice(-6_000)}`);
  }
}
