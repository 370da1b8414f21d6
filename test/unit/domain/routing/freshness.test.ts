import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timestamp } from "../../../../shared/contracts/timestamp.ts";
import { type Freshness, freshnessOf, isStale } from "../../../../shared/domain/routing/freshness.ts";

const endOf = ({ as_of, max_age_ms }: Freshness) => as_of + (max_age_ms ?? Number.POSITIVE_INFINITY);

describe("what is made of others", () => {
  test("is as old as the oldest of them", () => {
    expect(freshnessOf({ as_of: 50 }, [{ as_of: 20 }, { as_of: 30 }])).toEqual({ as_of: 20 });
  });

  test("is too old when the first of them is", () => {
    const made = freshnessOf({ as_of: 50, max_age_ms: 100 }, [{ as_of: 20, max_age_ms: 60 }, { as_of: 30 }]);
    expect(made).toEqual({ as_of: 20, max_age_ms: 60 });
    expect(isStale(made, 80)).toBe(false);
    expect(isStale(made, 81)).toBe(true);
  });

  test("that is never too old, or always, has an end that can be written", () => {
    const from = Date.UTC(2026, 6, 18);
    const endsAt = (max_age_ms: number) => timestamp(endOf(freshnessOf({ as_of: from, max_age_ms }, [])));
    expect(endsAt(Number.MAX_SAFE_INTEGER)).toBe("9999-12-31T23:59:59.999Z");
    expect(endsAt(Number.POSITIVE_INFINITY)).toBe("9999-12-31T23:59:59.999Z");
    expect(endsAt(-1)).toBe("2026-07-18T00:00:00.000Z");
  });

  test("is never fresher than anything it was made of", () => {
    const fresh = fc
      .record({ as_of: fc.nat(1_000) })
      .chain(({ as_of }) =>
        fc
          .option(fc.nat(1_000), { nil: undefined })
          .map((age): Freshness => (age === undefined ? { as_of } : { as_of, max_age_ms: age })),
      );
    fc.assert(
      fc.property(fresh, fc.array(fresh, { maxLength: 6 }), (own, inputs) => {
        const made = freshnessOf(own, inputs);
        for (const one of [own, ...inputs]) {
          expect(made.as_of).toBeLessThanOrEqual(one.as_of);
          expect(endOf(made)).toBeLessThanOrEqual(endOf(one));
        }
      }),
    );
  });
});
