import { runProgram } from "./run-program.ts";

/** The emulator brings the AWS SDK for Python; this project has no client for IAM. */
const script = `
import sys, botocore.session
iam = botocore.session.get_session().create_client("iam")
found = 0
for page in iam.get_paginator("list_roles").paginate():
    for role in page["Roles"]:
        if not role["RoleName"].startswith(sys.argv[1]): continue
        for policy in iam.list_role_policies(RoleName=role["RoleName"])["PolicyNames"]:
            iam.delete_role_policy(RoleName=role["RoleName"], PolicyName=policy)
            found += 1
sys.exit(0 if found else "no role has a policy to take away")
`;

/** Removes every policy from the roles whose names start like this. @throws when there is none. */
export async function takeRights(
  python: string,
  rolePrefix: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const named = { ...env, AWS_DEFAULT_REGION: env["AWS_REGION"] ?? "" };
  const { code, output } = await runProgram(python, ["-c", script, rolePrefix], { env: named });
  if (code !== 0) throw new Error(output);
}
