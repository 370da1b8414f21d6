import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Endpoints } from "../functions/function-env.ts";
import { messageOf, SetupProblem } from "../problem.ts";
import { FileLock } from "./file-lock.ts";

/** What a running stack says of itself to tools beside it. */
export interface Announcement {
  readonly origin: string;
  readonly pid: number;
  /** Where its AWS services listen, for an unmodified SDK or CLI. */
  readonly endpoints: Endpoints;
}

const announcementFile = "stack.json";

/** Makes the folder if need be. @throws SetupProblem when it cannot be written to. */
export function openFolder(path: string): string {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    const reason = messageOf(error).split(",")[0];
    throw new SetupProblem(`DATA_DIR ${folder} cannot be written to (${reason}); set DATA_DIR to a folder that can.`);
  }
}

/** The folder that holds everything one stack must not lose: tables, schedules, keys, the clock. */
export class DataFolder {
  readonly path: string;
  readonly #lock: FileLock;

  private constructor(path: string, lock: FileLock) {
    this.path = path;
    this.#lock = lock;
  }

  /** Opens the folder for one stack alone. @throws SetupProblem when it cannot be written to or is in use. */
  static open(path: string): DataFolder {
    const folder = openFolder(path);
    const lock = FileLock.tryTake(join(folder, "lock"));
    if (lock === undefined) {
      const running = readRunning(folder);
      const who = running === undefined ? "another stack" : `the stack at ${running.origin} (process ${running.pid})`;
      throw new SetupProblem(`DATA_DIR ${folder} is in use by ${who}; stop it or set DATA_DIR to another folder.`);
    }
    // A stack that was killed left it: its address and its process are nobody's, or somebody else's, by now.
    rmSync(join(folder, announcementFile), { force: true });
    return new DataFolder(folder, lock);
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** Makes a folder inside and gives its path. */
  folder(name: string): string {
    const path = this.file(name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Says where the stack is, for tools that run beside it. */
  announce(origin: string, endpoints: Endpoints): void {
    writeJson(this.file(announcementFile), { origin, pid: process.pid, endpoints } satisfies Announcement);
  }

  /** Reads a JSON file of the folder; undefined when there is none. */
  readJson(name: string): unknown {
    return readJson(this.file(name));
  }

  writeJson(name: string, value: unknown): void {
    writeJson(this.file(name), value);
  }

  close(): void {
    rmSync(this.file(announcementFile), { force: true });
    this.#lock.release();
  }
}

/** Where the stack of a data folder is, or was before it was killed; undefined while one is starting. */
export function readRunning(folder: string): Announcement | undefined {
  const value = readJson(join(folder, announcementFile));
  return isAnnouncement(value) ? value : undefined;
}

function isAnnouncement(value: unknown): value is Announcement {
  if (typeof value !== "object" || value === null || !("origin" in value) || !("pid" in value)) return false;
  return "endpoints" in value && typeof value.endpoints === "object" && value.endpoints !== null;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** A reader sees the old file or the new one, never half of one. */
function writeJson(path: string, value: unknown): void {
  writeFileSync(`${path}.next`, JSON.stringify(value));
  renameSync(`${path}.next`, path);
}
