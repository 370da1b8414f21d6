import { must } from "../violation.ts";
import { changed, type EventRow, type QuestionRow, type RunRow, row, rows, runSk, type Written } from "./rows.ts";

/** Only a person's message answers, in the write that takes it; the run lists exactly what is open. */
export function checkQuestions(written: Written): void {
  const questions = changed<QuestionRow>(written, "Q");
  for (const { sk, before, after } of questions) {
    must(1, after !== null, () => `${sk} is gone`);
    if (after?.status === "answered" && before?.status !== "answered") checkAnswered(written, after);
    if (after?.status === "expired" && after.answer !== undefined)
      must(
        1,
        after.answer === after.default,
        () => `${after.id} ran out and went on with something else than its default`,
      );
  }
  for (const turn of new Set(questions.flatMap(({ after }) => after?.turn ?? []))) checkOpen(written, turn);
}

function checkAnswered(written: Written, { id, answer, answered_by }: QuestionRow): void {
  must(1, answer === "red" || answer === "blue", () => `${id} was answered with ${JSON.stringify(answer)}`);
  const waited = written.before("MAILBOX")?.["entries"] as Readonly<Record<string, EventRow["entry"]>> | undefined;
  const entry = waited?.[answered_by?.slice(4) ?? ""];
  must(1, entry !== undefined, () => `${id} was answered by ${answered_by}, which did not wait`);
  must(1, entry?.origin.type === "person", () => `${id} was answered by ${entry?.origin.type}`);
}

function checkOpen(written: Written, turn: number): void {
  const open = rows<QuestionRow>(written.now, "Q").filter((one) => one.turn === turn && one.status === "open");
  const listed = row<RunRow>(written.now.get(runSk(turn)))?.open_questions ?? [];
  const ids = open.map(({ id }) => id).sort();
  must(
    1,
    [...listed].sort().join() === ids.join(),
    () => `run ${turn} lists ${listed.length} questions, open are ${ids.length}`,
  );
}
