import type { DeliverableView } from "../../shared/agents/define-agent.ts";
import type { Brief } from "./brief.ts";

/** What a clause of a message is read against. */
export type Reading = { readonly view: DeliverableView; readonly brief: Brief };
