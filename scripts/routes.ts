import { confusion, isRight, type Routed, routeAll, routes, type Score, scoreOf } from "../test/routes/route-score.ts";
import { languages, readRouteSet } from "../test/routes/route-set.ts";

/** `npm run routes`: sends the follow-ups of `test/routes/` through the classifier and shows where they went. */
const routed = await routeAll(readRouteSet());

console.log("Where follow-ups went. Rows: where they had to go.\n");
console.log(["".padEnd(20), ...routes.map((route) => route.padStart(18))].join(""));
for (const [index, row] of confusion(routed).entries()) {
  console.log([(routes[index] ?? "").padEnd(20), ...row.map((count) => String(count).padStart(18))].join(""));
}

console.log(`\n${"".padEnd(24)}cases   by rules   rules right   model right   all right`);
line("all", routed);
line(
  "tuned on",
  routed.filter(({ of }) => !of.held_out),
);
line(
  "held out",
  routed.filter(({ of }) => of.held_out),
);
for (const language of languages)
  line(
    language,
    routed.filter(({ of }) => of.language === language),
  );

const wrong = routed.filter((one) => !isRight(one));
console.log(wrong.length === 0 ? "\nNothing went wrong." : `\nWent wrong (${wrong.length}):`);
for (const { of, verdict } of wrong) {
  const where = `${of.language}${of.kind === "general" ? " general" : ""}${of.busy ? " busy" : ""}`;
  console.log(`- [${where}] “${of.say}”: ${verdict.route} by ${verdict.by}, not ${of.route} (${verdict.reason})`);
}

function line(name: string, part: readonly Routed[]): void {
  const score = scoreOf(part);
  console.log(`${name.padEnd(24)}${String(score.cases).padStart(5)}${shares(score)}`);
}

function shares({ by_rules, rules_right, model_right, right }: Score): string {
  const percent = (value: number, width: number) => `${(value * 100).toFixed(1)} %`.padStart(width);
  return percent(by_rules, 11) + percent(rules_right, 14) + percent(model_right, 14) + percent(right, 12);
}
