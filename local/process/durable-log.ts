import { existsSync, readFileSync } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";

/** A file of JSON lines. A line counts once `append` has resolved: it is on the disk then, and survives a power cut. */
export class DurableLog {
  readonly #file: FileHandle;
  #waiting: { readonly line: string; readonly done: PromiseWithResolvers<void> }[] = [];
  #writing: Promise<void> | undefined;
  /** Bytes of the lines that count. */
  #size: number;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** The lines of the file so far. A last line that was cut off by a crash never counted and is left out. */
  static read(path: string): unknown[] {
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, "utf8").split("\n");
    lines.pop();
    return lines.filter((line) => line !== "").map((line): unknown => JSON.parse(line));
  }

  /** Opens the file with `lines` as its whole content. */
  static async rewrite(path: string, lines: readonly unknown[]): Promise<DurableLog> {
    const next = `${path}.next`;
    const file = await open(next, "w");
    await file.writeFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await file.datasync();
    await file.close();
    await rename(next, path);
    const log = await open(path, "a");
    return new DurableLog(log, (await log.stat()).size);
  }

  /** Adds a line. Lines that come while others are being written share one flush. */
  append(line: unknown): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ line: `${JSON.stringify(line)}\n`, done });
    this.#writing ??= this.#write();
    return done.promise;
  }

  /** Waits until everything added so far is written, and ends it. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const lines = Buffer.from(batch.map(({ line }) => line).join(""));
        await this.#file.appendFile(lines);
        await this.#file.datasync();
        this.#size += lines.length;
        for (const { done } of batch) done.resolve();
      } catch (error) {
        // A full disk leaves half a line, and the next one would be written behind it.
        await this.#file.truncate(this.#size).catch(() => undefined);
        for (const { done } of batch) done.reject(error);
      }
    }
    this.#writing = undefined;
  }
}
