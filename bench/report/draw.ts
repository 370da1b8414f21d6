import type { BenchResult } from "../result.ts";
import { inFlight } from "../series/scale.ts";
import { median } from "./tables.ts";

const wide = 720;
const high = 400;

const text = (x: number, y: number, words: string, more = ""): string =>
  `<text x="${x}" y="${y}" font-size="12" ${more}>${words}</text>`;

/** Accepts a second beside the floor, and what grows with a session: two pictures in one file. */
export function drawBench(result: BenchResult): string {
  const style = 'font-family="system-ui, sans-serif" fill="#222"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" ${style}>`,
    "<title>Accepts beside the floor, and growth</title>",
    `<rect width="${wide}" height="${high}" fill="#fff"/>`,
    ...acceptBars(result),
    ...growthLines(result),
    "</svg>\n",
  ].join("\n");
}

function acceptBars({ accepts }: BenchResult): readonly string[] {
  const kinds = [
    { name: "floor", color: "#b8bec6", of: (some: number) => accepts.map(({ floor }) => floor[some]?.per_second ?? 0) },
    {
      name: "many sessions",
      color: "#1f6f8b",
      of: (some: number) => accepts.map(({ many }) => many[some]?.per_second ?? 0),
    },
    {
      name: "one session",
      color: "#99b898",
      of: (some: number) => accepts.map(({ one }) => one[some]?.per_second ?? 0),
    },
  ];
  const most = Math.max(...kinds.flatMap(({ of }) => inFlight.map((some) => median(of(some)))));
  const bars = inFlight.flatMap((some, group) =>
    kinds.flatMap(({ color, of }, index) => {
      const value = median(of(some));
      const tall = Math.max(1, (value / most) * 240);
      const x = 40 + group * 110 + index * 30;
      return [
        `<rect x="${x}" y="${330 - tall}" width="26" height="${tall}" fill="${color}"/>`,
        text(x + 13, 325 - tall, String(Math.round(value)), 'text-anchor="middle"'),
      ];
    }),
  );
  return [
    text(20, 24, "Accepts a second, by requests in flight", 'font-weight="600"'),
    ...bars,
    ...inFlight.map((some, group) => text(83 + group * 110, 348, String(some), 'text-anchor="middle"')),
    ...kinds.flatMap(({ name, color }, index) => [
      `<rect x="${20 + index * 110}" y="370" width="10" height="10" fill="${color}"/>`,
      text(34 + index * 110, 379, name),
    ]),
  ];
}

/** CPU time of one accept and of one delivery, each relative to its smallest size: flat is 1. */
function growthLines({ growth }: BenchResult): readonly string[] {
  const left = 420;
  const rows = Object.entries(growth).flatMap(([what, points]) =>
    points.map((point) => {
      const [first = point] = points;
      return {
        label: `${point.size.toLocaleString("en")} ${what.replaceAll("_", " ")}`,
        accept: (point.cpu_accept.functions["accept"] ?? 0) / (first.cpu_accept.functions["accept"] ?? 1),
        delivered: point.cpu_completed.all / first.cpu_completed.all,
      };
    }),
  );
  const line = (value: number) => Math.min(100, value * 50);
  return [
    text(left - 10, 24, "CPU time beside the smallest size (1 = flat)", 'font-weight="600"'),
    ...rows.flatMap(({ label, accept, delivered }, index) => {
      const y = 52 + index * 44;
      return [
        text(left - 10, y, label),
        `<rect x="${left - 10}" y="${y + 6}" width="${line(accept)}" height="8" fill="#1f6f8b"/>`,
        text(left + 95, y + 14, `accept ${accept.toFixed(2)}`),
        `<rect x="${left - 10}" y="${y + 18}" width="${line(delivered)}" height="8" fill="#99b898"/>`,
        text(left + 95, y + 26, `delivered ${delivered.toFixed(2)}`),
      ];
    }),
  ];
}
