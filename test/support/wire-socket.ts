import { connect, type Socket } from "node:net";

/** An answer as it came. */
export type WireAnswer = { readonly status: number; readonly body: Buffer };

type Waiting = { readonly resolve: (answer: WireAnswer) => void; readonly reject: (error: Error) => void };

const endOfHead = Buffer.from("\r\n\r\n");

/**
 * One kept-open HTTP/1.1 connection to 127.0.0.1 with one request at a time: `node:http` costs more than the database
 * behind it, and the tests make a million requests.
 */
class WireSocket {
  readonly #socket: Socket;
  #got: Buffer = Buffer.alloc(0);
  #waiting: Waiting | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (piece: Buffer) => {
      this.#got = this.#got.length === 0 ? piece : Buffer.concat([this.#got, piece]);
      this.#read();
    });
    const fail = () => this.#waiting?.reject(new Error("the database closed the connection"));
    this.#socket.on("error", fail);
    this.#socket.on("close", fail);
  }

  ask(target: string, body: string | Uint8Array): Promise<WireAnswer> {
    const head =
      `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-amz-json-1.0\r\nx-amz-target: ${target}\r\n` +
      "x-amz-date: 20260101T000000Z\r\nauthorization: AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0\r\n" +
      `content-length: ${typeof body === "string" ? Buffer.byteLength(body) : body.byteLength}\r\n\r\n`;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(typeof body === "string" ? head + body : Buffer.concat([Buffer.from(head), body]));
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #read(): void {
    const end = this.#got.indexOf(endOfHead);
    if (end === -1) return;
    const head = this.#got.toString("latin1", 0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const start = end + endOfHead.length;
    if (this.#got.length < start + length) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.#got.subarray(start, start + length) };
    this.#got = this.#got.subarray(start + length);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(answer);
  }
}

/** As many connections as there are requests at a time. */
export class WirePool {
  readonly origin: string;
  readonly #port: number;
  readonly #idle: WireSocket[] = [];
  readonly #all: WireSocket[] = [];

  constructor(origin: string) {
    this.origin = origin;
    this.#port = Number(new URL(origin).port);
  }

  /** Makes one DynamoDB request, such as `GetItem`, with a body as it goes over the wire. */
  async ask(action: string, body: string | Uint8Array): Promise<WireAnswer> {
    const socket = this.#idle.pop() ?? this.#open();
    const answer = await socket.ask(`DynamoDB_20120810.${action}`, body);
    this.#idle.push(socket);
    return answer;
  }

  close(): void {
    for (const socket of this.#all) socket.close();
  }

  #open(): WireSocket {
    const socket = new WireSocket(this.#port);
    this.#all.push(socket);
    return socket;
  }
}
