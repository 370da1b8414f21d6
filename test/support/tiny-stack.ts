import type { StackOptions } from "../../local/options.ts";
import { type Stack, startStack } from "../../local/stack.ts";
import { emptyFolder, type TinyTemplate, writeAssembly } from "./tiny-assembly.ts";

/** Starts a stack from a hand-made template, on a free port and in an empty folder. */
export function startTinyStack(template: TinyTemplate, options: Partial<StackOptions> = {}): Promise<Stack> {
  return startStack({ dataDir: emptyFolder(), assemblyDir: writeAssembly(template), say: () => undefined, ...options });
}
