import { DatabaseSync } from "node:sqlite";

/**
 * A lock that ends with its process, however that dies: the kernel holds it, through SQLite's own file lock, so there is
 * no stale lock to recognise and no process number that could meanwhile belong to somebody else.
 */
export class FileLock {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Takes the lock, or gives undefined when another process or stack holds it. */
  static tryTake(path: string): FileLock | undefined {
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
      return new FileLock(database);
    } catch (error) {
      database.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
  }

  release(): void {
    this.#database.close();
  }
}

/** SQLITE_BUSY and its extended codes. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && "errcode" in error && typeof error.errcode === "number" && (error.errcode & 0xff) === 5
  );
}
