/** `npm run arrivals`: what becomes of many follow-ups and of many wakes at one moment, simulated; for docs/scale.md. */
import { arrivalTables } from "./arrivals/scenes.ts";

console.log(arrivalTables());
