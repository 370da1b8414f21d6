import * as z from "zod";
import type { Entry, Mailbox, Session } from "../../contracts/records.ts";
import {
  DocumentItem,
  documentFormat,
  documentVersion,
  type SessionDocument,
  WaitingEntries,
} from "../../contracts/session-document.ts";
import { presentSession } from "../../domain/present/present.ts";
import type { DocumentPage, DocumentStore } from "../../ports/documents.ts";
import type { Reader } from "../../ports/reader.ts";

/** One item as it is written, and where it stands. */
export type Written = { readonly position: string; readonly item: SessionDocument["items"][number] };

/** A page of a session's document without its cursor. */
export type ExportedPage = Pick<SessionDocument, "format" | "version" | "session" | "waiting"> & {
  readonly written: readonly Written[];
  readonly more: boolean;
};

/**
 * A page of a session as a document. It holds what the session was when its first page was read, whose last number is
 * `upTo`, as far as history goes; runs, tasks and wakes are as they are when their page is read. Null when the session was
 * removed while the page was read, which may then have any part of it.
 */
export async function exportSession(
  { documents, reader }: { readonly documents: DocumentStore; readonly reader: Reader },
  { session, mailbox }: { readonly session: Session; readonly mailbox: Mailbox },
  page: DocumentPage,
): Promise<ExportedPage | null> {
  const read = await documents.items(session.id, page).catch((error: unknown) => ({ error }));
  const still = await reader.session(session.id);
  // What is being removed may also be found by halves, which is a fault anywhere else.
  if (still?.created_at !== session.created_at) return null;
  if ("error" in read) throw read.error;
  const { items, more } = read;
  const written = items.map(
    ({ position, item }): Written => ({
      position,
      item: z.encode(DocumentItem, item) as Written["item"],
    }),
  );
  return {
    format: documentFormat,
    version: documentVersion,
    session: { ...presentSession(session), status: mailbox.status },
    waiting: page.after === null ? writtenEntries(mailbox.entries) : [],
    written,
    more,
  };
}

const writtenEntries = (entries: readonly Entry[]): SessionDocument["waiting"] =>
  z.encode(WaitingEntries, entries as unknown as z.output<typeof WaitingEntries>) as SessionDocument["waiting"];
