import type { JsonObject } from "../../../../shared/contracts/json.ts";
import type { AssistantTurn, ToolSpec } from "../../converse-body.ts";
import { callTools, type RequestView } from "../request-view.ts";
import { propertiesOf } from "../structured/plan-cells.ts";
import { shortened } from "../text/finish.ts";
import { contentStems, coverage, subjectStems } from "../text/stems.ts";
import { type Answer, answerQuestion } from "./answer-question.ts";
import { errorIn, followUpsIn, readable, type ToldFollowUp } from "./pending-follow-ups.ts";
import { say } from "./sayings.ts";
import type { ScheduleIntent } from "./schedule-intent.ts";
import { delayText } from "./time-words.ts";
import type { TurnView } from "./turn-view.ts";
import { isAboutWaking } from "./waking-words.ts";

const noteCharacters = 900;
const scheduleNames = ["schedule_follow_up", "schedule_followup"];

/** The next step of a turn about follow-ups: tool calls, or the answer when they are done. */
export function schedulingTurn(intent: ScheduleIntent, turn: TurnView, view: RequestView): AssistantTurn | Answer {
  switch (intent.kind) {
    case "schedule":
      return schedule(intent, turn, view);
    case "schedule_without_time":
      return answered(say("when", turn.language));
    case "cancel":
      return cancel(intent, turn, view);
    case "list":
      return list(turn, view);
    case "none":
      return answered(say("none_pending", turn.language));
  }
}

function schedule(
  intent: Extract<ScheduleIntent, { kind: "schedule" }>,
  turn: TurnView,
  view: RequestView,
): AssistantTurn | Answer {
  const tool = view.tools.find(({ name }) => scheduleNames.includes(name));
  if (tool === undefined) return answered(say("cannot_schedule", turn.language));
  const note = noteFor(intent.note, turn);
  const done = view.past.findLast(({ name }) => name === tool.name);
  if (done === undefined) return callTools(view, [{ name: tool.name, input: scheduleInput(tool, intent, note, turn) }]);
  if (!done.ok) return answered(say("not_scheduled", turn.language, { error: errorIn(done.text) }));
  const due = followUpsIn(done.text)[0]?.due ?? "";
  return beside(answered(say("scheduled", turn.language, { due: readable(due), note })), intent.rest, turn);
}

/** What the message says beside its wish is answered too; what cannot be answered from the result asks for new work. */
function beside(promise: Answer, rest: string, turn: TurnView): Answer {
  if (contentStems(rest).length === 0) return promise;
  const answer = answerQuestion(rest, turn);
  if (!rest.includes("?") || !answer.supported)
    return { text: `${say("needs_work", turn.language)} ${promise.text}`, rests_on: [], supported: false };
  return { text: `${answer.text}\n\n${promise.text}`, rests_on: answer.rests_on, supported: true };
}

function scheduleInput(
  tool: ToolSpec,
  intent: Extract<ScheduleIntent, { kind: "schedule" }>,
  note: string,
  turn: TurnView,
): JsonObject {
  const takes = propertiesOf(tool.inputSchema.json);
  const delay = "delay_minutes" in intent.when ? delayText(intent.when.delay_minutes) : undefined;
  const at = "at" in intent.when ? intent.when.at : undefined;
  const context: JsonObject = {
    asked: shortened(turn.message, 500),
    points_at: turn.points_at,
    delivery_id: turn.artifacts["delivery_id"] ?? null,
  };
  const known: JsonObject = {
    description: note,
    reason: note,
    ...(delay === undefined ? { at: at ?? "", when: at ?? "" } : { in: delay, when: `+${delay}` }),
    context,
  };
  return Object.fromEntries(Object.entries(known).filter(([key]) => Object.hasOwn(takes, key)));
}

/** The note says what it is about, so that the later turn does not have to guess what "this" was. */
function noteFor(wish: string, turn: TurnView): string {
  const pointed = turn.parts.find(({ id }) => turn.points_at.includes(id));
  const isVague = subjectStems(wish).every(isAboutWaking);
  const request = turn.artifacts["request"];
  const whole = isVague && typeof request === "string" ? `‘${shortened(request, 200)}’` : undefined;
  const about = pointed?.text || pointed?.label || whole;
  return shortened(about === undefined || about === "" ? wish : `${wish}: ${about}`, noteCharacters);
}

function cancel(
  intent: Extract<ScheduleIntent, { kind: "cancel" }>,
  turn: TurnView,
  view: RequestView,
): AssistantTurn | Answer {
  if (!view.tools.some(({ name }) => name === "cancel_follow_up"))
    return answered(say("cannot_schedule", turn.language));
  const cancelled = view.past.filter(({ name }) => name === "cancel_follow_up");
  const listed = view.past.findLast(({ name }) => name === "list_follow_ups");
  const pending = listed === undefined ? [] : followUpsIn(listed.text);
  if (cancelled.length > 0) return afterCancel(cancelled, pending, turn);
  const ids = intent.text.match(/\bfu_[0-9A-Z]{26}\b/g) ?? [];
  if (ids.length > 0)
    return callTools(
      view,
      [...new Set(ids)].map((id) => ({ name: "cancel_follow_up", input: { id } })),
    );
  if (listed === undefined) return callTools(view, [{ name: "list_follow_ups", input: {} }]);
  if (pending.length === 0) return answered(say("none_pending", turn.language));
  const chosen = intent.all ? pending : meant(intent.text, pending);
  if (chosen.length === 0) return answered(say("which", turn.language, { list: told(pending) }));
  return callTools(
    view,
    chosen.map(({ id }) => ({ name: "cancel_follow_up", input: { id } })),
  );
}

/** The only one there is, else the one whose note shares most words with the message. */
function meant(text: string, pending: readonly ToldFollowUp[]): readonly ToldFollowUp[] {
  if (pending.length === 1) return pending;
  const subject = subjectStems(text).filter((stem) => !isAboutWaking(stem));
  const scored = pending
    .map((one) => ({ one, share: coverage(subject, contentStems(one.note)) }))
    .toSorted((a, b) => b.share - a.share);
  const [best, second] = scored;
  return best !== undefined && best.share > 0 && best.share > (second?.share ?? 0) ? [best.one] : [];
}

function afterCancel(calls: RequestView["past"], pending: readonly ToldFollowUp[], turn: TurnView): Answer {
  const tellOf = (call: RequestView["past"][number]) => {
    const id = String(call.input["id"] ?? "");
    const note = pending.find((one) => one.id === id)?.note ?? "";
    return note === "" ? id : `“${note}”`;
  };
  const gone = calls.filter(({ ok, text }) => ok && !/"changed"\s*:\s*false/.test(text));
  if (gone.length > 0) return answered(say("cancelled", turn.language, { list: gone.map(tellOf).join(", ") }));
  const why = calls.map((call) =>
    call.ok ? `${tellOf(call)} (${followUpsIn(call.text)[0]?.status ?? ""})` : errorIn(call.text),
  );
  return answered(say("not_cancelled", turn.language, { list: why.join(", ") }));
}

function list(turn: TurnView, view: RequestView): AssistantTurn | Answer {
  if (!view.tools.some(({ name }) => name === "list_follow_ups"))
    return answered(say("cannot_schedule", turn.language));
  const listed = view.past.findLast(({ name }) => name === "list_follow_ups");
  if (listed === undefined) return callTools(view, [{ name: "list_follow_ups", input: {} }]);
  const pending = followUpsIn(listed.text);
  return answered(
    pending.length === 0 ? say("none_pending", turn.language) : say("pending", turn.language, { list: told(pending) }),
  );
}

function told(pending: readonly ToldFollowUp[]): string {
  return pending.map(({ note, due }) => `“${note}” (${readable(due)})`).join("; ");
}

function answered(text: string): Answer {
  return { text, rests_on: [], supported: true };
}
