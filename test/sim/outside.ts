import { must } from "./violation.ts";

/** A mail server: it knows what it sent by the key it was given, and sends nothing twice under one key. */
export class Outside {
  readonly #sent = new Map<string, string>();
  /** The key under which each thing was sent. */
  readonly #keys = new Map<string, string>();

  /** Sends a mail about something, which must always be sent under the same key (invariant 3). */
  send(about: string, key: string): string {
    const first = this.#keys.get(about) ?? key;
    must(3, first === key, () => `the mail about ${about} is sent under ${key} after it was sent under ${first}`);
    this.#keys.set(about, key);
    this.#sent.set(key, `mail ${this.#keys.size}`);
    return this.look(key) ?? "";
  }

  look(key: string): string | null {
    return this.#sent.get(key) ?? null;
  }
}
