import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { SetupProblem } from "../../local/problem.ts";

const Outputs = z.object({
  ApiUrl: z.url(),
  UserPoolId: z.string().optional(),
  ClientId: z.string().optional(),
  OperatorClientId: z.string().optional(),
  TokenUrl: z.url().optional(),
});

/** What a stack with a user pool of its own says about itself. */
export type Outputs = Required<z.infer<typeof Outputs>>;

/** Reads what `cdk deploy --outputs-file` wrote. @throws SetupProblem when there is no stack with a user pool in it. */
export function readOutputs(file: string): Outputs {
  if (!existsSync(file)) {
    throw new SetupProblem(`There is no ${file}; \`npx cdk deploy --outputs-file ${file}\` writes it.`);
  }
  const stacks = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));
  const found = Object.values(stacks).map((stack) => Outputs.safeParse(stack).data);
  const outputs = found.find((one) => one !== undefined);
  if (outputs === undefined) throw new SetupProblem(`${file} has no stack of Followthrough in it.`);
  const { ApiUrl, UserPoolId, ClientId, OperatorClientId, TokenUrl } = outputs;
  if (UserPoolId && ClientId && OperatorClientId && TokenUrl) {
    return { ApiUrl, UserPoolId, ClientId, OperatorClientId, TokenUrl };
  }
  throw new SetupProblem("This deployment takes the tokens of another issuer (jwtIssuer); get one there.");
}
