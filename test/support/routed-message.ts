import { type RoutedMessage, routeByRules } from "../../shared/domain/routing/route-rules.ts";
import { someParts } from "./report-view.ts";

/** A message after a report was delivered, as the rules look at it. */
export const routed = (message: string, over: Partial<RoutedMessage> = {}): RoutedMessage => ({
  message,
  agent_kind: "specialised",
  has_delivery: true,
  parts: someParts,
  open_questions: [],
  is_busy: false,
  ...over,
});

/** Where the rules send it; null when they leave it to the model. */
export const routeOf = (message: string, over: Partial<RoutedMessage> = {}) =>
  routeByRules(routed(message, over))?.route ?? null;
