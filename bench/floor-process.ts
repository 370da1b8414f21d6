/** The floor: an HTTP server of Node.js alone that commits each request to SQLite, durably, before it answers. */
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";

const [file = ""] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
database.exec(
  "CREATE TABLE entry (id INTEGER PRIMARY KEY, session TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL)",
);
const insert = database.prepare("INSERT INTO entry (session, at, body) VALUES (?, ?, ?)");

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const { lastInsertRowid } = insert.run(request.url ?? "", Date.now(), JSON.stringify(body));
    const text = JSON.stringify({ accepted: true, id: Number(lastInsertRowid) });
    response
      .writeHead(202, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      .end(text);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.once("disconnect", () => process.exit(0));
