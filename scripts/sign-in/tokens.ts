import * as z from "zod";
import { SetupProblem } from "../../local/problem.ts";
import { Cognito, CognitoRefusal } from "./cognito.ts";
import type { Outputs } from "./outputs.ts";

/** Somebody who has, or is to have, an account in the user pool of a stack. */
export interface Account {
  readonly email: string;
  readonly password: string;
}

const Nothing = z.object({});
const SignedIn = z.object({
  AuthenticationResult: z.object({ AccessToken: z.string() }).optional(),
  ChallengeName: z.string().optional(),
});
const Client = z.object({ UserPoolClient: z.object({ ClientSecret: z.string() }) });
const Granted = z.object({ access_token: z.string() });

/** Tokens of the user pool of one stack. `endpoint` stands in for Cognito's own. */
export class Tokens {
  readonly #outputs: Outputs;
  readonly #cognito: Cognito;

  constructor(outputs: Outputs, endpoint?: string) {
    this.#outputs = outputs;
    // The id of a pool starts with its Region.
    this.#cognito = new Cognito(outputs.UserPoolId.split("_", 1).join(), endpoint);
  }

  /** An access token of a person, valid for an hour. @throws SetupProblem when the account or the password is not right. */
  async ofPerson({ email, password }: Account): Promise<string> {
    const AuthParameters = { USERNAME: email, PASSWORD: password };
    const flow = { ClientId: this.#outputs.ClientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters };
    const { AuthenticationResult, ChallengeName } = await this.#cognito.call("InitiateAuth", flow, SignedIn);
    if (AuthenticationResult !== undefined) return AuthenticationResult.AccessToken;
    if (ChallengeName === "NEW_PASSWORD_REQUIRED") {
      throw new SetupProblem(`${email} has a temporary password; --create gives the account one of your choice.`);
    }
    throw new SetupProblem(`${email} has a second factor (${ChallengeName}), which this command does not ask for.`);
  }

  /** Makes an account with this password, or gives an account that is there this password. Needs AWS credentials. */
  async setAccount({ email, password }: Account): Promise<void> {
    const pool = { UserPoolId: this.#outputs.UserPoolId, Username: email };
    const verified = [
      { Name: "email", Value: email },
      { Name: "email_verified", Value: "true" },
    ];
    const account = { ...pool, UserAttributes: verified, MessageAction: "SUPPRESS" };
    try {
      await this.#cognito.callAsAdministrator("AdminCreateUser", account, Nothing);
    } catch (error) {
      if (!(error instanceof CognitoRefusal && error.code === "UsernameExistsException")) throw error;
    }
    const chosen = { ...pool, Password: password, Permanent: true };
    await this.#cognito.callAsAdministrator("AdminSetUserPassword", chosen, Nothing);
  }

  /** A token with the operator scope, valid for an hour. Needs AWS credentials, to read the secret of the client. */
  async ofOperator(): Promise<string> {
    const { UserPoolId, OperatorClientId, TokenUrl } = this.#outputs;
    const wanted = { UserPoolId, ClientId: OperatorClientId };
    const client = await this.#cognito.callAsAdministrator("DescribeUserPoolClient", wanted, Client);
    const basic = Buffer.from(`${OperatorClientId}:${client.UserPoolClient.ClientSecret}`).toString("base64");
    const response = await fetch(TokenUrl, {
      method: "POST",
      headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: "followthrough/operator" }),
    });
    if (!response.ok) throw new SetupProblem(`${TokenUrl} answered with ${response.status}: ${await response.text()}`);
    return Granted.parse(await response.json()).access_token;
  }
}
