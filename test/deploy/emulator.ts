import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { onFreePort } from "../../local/process/on-free-port.ts";
import { type Front, startFront } from "./front.ts";

/** What the emulator is started with. */
export interface EmulatorOptions {
  /** A Python that has it. */
  readonly python: string;
  /** Where the deployed functions find their model. */
  readonly bedrockOrigin: string;
  /** Where it keeps code and files; removed by whoever made it. */
  readonly folder: string;
  readonly logFile: string;
}

/** The account and Region that everything is deployed to. */
export const account = "000000000000";
export const region = "us-east-1";

/**
 * Runs the server and ends, with all it started, when the test lets go of its input, by dying too.
 * `-m ministack` is not used: it announces the port it listens on, and clients have to be told that of the front.
 */
const guard = `
import os, runpy, signal, sys, threading
def leave():
    sys.stdin.read()
    os.killpg(0, signal.SIGKILL)
threading.Thread(target=leave, daemon=True).start()
sys.argv = ["hypercorn", "ministack.app:app", *sys.argv[1:]]
runpy.run_module("hypercorn", run_name="__main__")
`;

/** AWS on this machine: an independent emulator, with IAM enforced, behind a front that speaks as if over TLS. */
export class Emulator {
  readonly #child: ChildProcess;
  readonly #front: Front;
  readonly #port: number;

  private constructor(child: ChildProcess, port: number, front: Front) {
    this.#child = child;
    this.#port = port;
    this.#front = front;
  }

  static async start(options: EmulatorOptions): Promise<Emulator> {
    let target = 0;
    const front = await startFront(() => ({ port: target }));
    try {
      const { child, port } = await onFreePort(async (port) => {
        const child = await listening(options, port, front.port);
        return child === undefined ? "taken" : { child, port };
      });
      target = port;
      return new Emulator(child, port, front);
    } catch (error) {
      await front.close();
      throw error;
    }
  }

  /** Where clients of AWS find it. */
  get origin(): string {
    return this.#front.origin;
  }

  /** The whole environment of a client: the emulator's address, and nothing of an account that somebody has. */
  environment(): Readonly<Record<string, string>> {
    return {
      PATH: path,
      AWS_ENDPOINT_URL: this.#front.origin,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_CONFIG_FILE: "/dev/null",
      AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    };
  }

  /** A front for one API. `url` is what the stack says. */
  async openApi(url: string): Promise<Front> {
    return await startFront(() => ({ port: this.#port, host: new URL(url).host }));
  }

  async stop(): Promise<void> {
    const ended = this.#child.exitCode === null ? once(this.#child, "exit") : undefined;
    this.#child.stdin?.end();
    await ended;
    await this.#front.close();
  }
}

/** The functions run on the Node of this process. */
const path = [dirname(process.execPath), process.env["PATH"]].join(":");

async function listening(options: EmulatorOptions, port: number, frontPort: number): Promise<ChildProcess | undefined> {
  mkdirSync(join(options.folder, "tmp"), { recursive: true });
  const child = spawn(options.python, ["-c", guard, "--bind", `127.0.0.1:${port}`, "--keep-alive", "75"], {
    cwd: options.folder,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      PATH: path,
      TMPDIR: join(options.folder, "tmp"),
      AUTH: "true",
      GATEWAY_PORT: String(frontPort),
      IOT_MTLS_ENABLED: "0",
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: options.bedrockOrigin,
    },
  });
  const log = createWriteStream(options.logFile);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false });
    stream.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(-10_000);
      if (said.includes(`Running on http://127.0.0.1:${port}`)) resolve(true);
    });
  }
  child.once("exit", () => resolve(false));
  if (await promise) return child;
  if (said.includes("address already in use")) return undefined;
  throw new Error(`the emulator does not start:\n${said}`);
}
