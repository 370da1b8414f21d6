import { describe, expect, test } from "vitest";
import { needsNoFacts } from "../../../../shared/domain/routing/route-rules.ts";
import { routeOf } from "../../../support/routed-message.ts";

describe("to let go of what was asked", () => {
  test.each([
    "Never mind, thanks",
    "Forget it, it's fine",
    "Leave it, it's fine",
    "Vergiss es",
    "Laisse tomber",
    "Olvídalo, gracias",
    "Lascia stare",
  ])("%s: takes back what is being done, and nothing that is done", (message) => {
    for (const agent_kind of ["specialised", "general"] as const) {
      expect(routeOf(message, { agent_kind })).toBe("direct_answer");
      expect(routeOf(message, { agent_kind, has_wakes: true })).toBe("direct_answer");
      expect(needsNoFacts(message)).toBe(true);
    }
    expect(routeOf(message, { is_busy: true })).toBe("revise_run");
  });
});
