import { describe, expect, test } from "vitest";
import { toToolSchema } from "../../../shared/agents/tool-schema.ts";
import { FollowUpSettings } from "../../../shared/contracts/follow-up-settings.ts";
import {
  CancelFollowUpInput,
  ListFollowUpsInput,
  ScheduleFollowUpInput,
  ScheduleFollowupInput,
  toolDescriptions,
} from "../../../shared/tools/schedule-follow-up.ts";

const told = (schema: Parameters<typeof toToolSchema>[0]) => {
  const { properties, required, ...rest } = toToolSchema(schema);
  return { names: Object.keys(properties ?? {}).sort(), required, rest };
};

const common = ["context", "dedup_key", "late_policy", "target", "unless"];
const closed = { type: "object", additionalProperties: false };

describe("what the model is told of the arguments", () => {
  test("are those of each dialect, and no others", () => {
    expect(told(ScheduleFollowUpInput)).toEqual({
      names: [...common, "at", "description", "in"].sort(),
      required: ["description"],
      rest: closed,
    });
    expect(told(ScheduleFollowupInput)).toEqual({
      names: [...common, "reason", "when"].sort(),
      required: ["reason"],
      rest: closed,
    });
    expect(told(ListFollowUpsInput)).toEqual({ names: [], required: undefined, rest: closed });
    expect(told(CancelFollowUpInput)).toEqual({ names: ["id"], required: ["id"], rest: closed });
  });

  test("each says what it takes", () => {
    for (const schema of [ScheduleFollowUpInput, ScheduleFollowupInput, CancelFollowUpInput]) {
      for (const property of Object.values(Object(toToolSchema(schema)["properties"])))
        expect(property).toMatchObject({ type: expect.any(String), description: expect.stringMatching(/./) });
    }
    expect(toToolSchema(ScheduleFollowUpInput)).toMatchObject({
      properties: {
        description: { type: "string", minLength: 1, maxLength: 1000 },
        context: { type: "object" },
        target: { type: "string", default: "self" },
        late_policy: { type: "string", default: "fire" },
        unless: { type: "string", const: "user_replied" },
      },
    });
    expect(toToolSchema(ScheduleFollowupInput)).toMatchObject({ properties: { when: { default: "now" } } });
  });
});

test("a tool tells the limits that count, the cost, and what the answer means", () => {
  const settings = FollowUpSettings.parse({ max_per_session: 3, max_depth: 2, max_context_bytes: 512 });
  for (const describeTool of [toolDescriptions.schedule_follow_up, toolDescriptions.schedule_followup]) {
    const text = describeTool({ settings, targets: ["self", "report"] });
    expect(text).toContain("At most 3 may be pending");
    expect(text).toContain("512 bytes");
    expect(text).toContain("may be 2 long");
    expect(text).toContain("self, report");
    expect(text).toContain("costs a whole turn");
    expect(text).toContain("with an error nothing was scheduled");
  }
});
