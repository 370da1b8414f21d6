import type { Server } from "node:http";
import { SetupProblem } from "../problem.ts";

/** Listens on the loopback address and gives the port; 0 picks a free one. @throws SetupProblem when it is taken. */
export async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", (error: NodeJS.ErrnoException) => reject(asProblem(error, port)));
  server.listen(port, "127.0.0.1", () => resolve());
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

function asProblem(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") return new SetupProblem(`Port ${port} is taken; set PORT to a free one.`);
  if (error.code === "EACCES")
    return new SetupProblem(`Port ${port} may not be used by this user; set PORT to one above 1023.`);
  return error;
}
