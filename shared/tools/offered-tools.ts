import type * as z from "zod";
import { FollowUpSettings } from "../contracts/follow-up-settings.ts";
import {
  CancelFollowUpInput,
  ListFollowUpsInput,
  ScheduleFollowUpInput,
  ScheduleFollowupInput,
  toolDescriptions,
} from "./schedule-follow-up.ts";

/** A scheduling tool as it is offered outside of a turn. */
export type OfferedTool = {
  readonly name: keyof typeof toolDescriptions;
  readonly description: string;
  readonly input: z.ZodType;
};

/** The limits as they are unless an agent or an operator sets others; a call is held to those that count then. */
const usual = { settings: FollowUpSettings.parse({}), targets: ["self"] };

/** Every scheduling tool, both dialects. What agents elsewhere are told of them is made from this list alone. */
export const offeredTools: readonly OfferedTool[] = [
  {
    name: "schedule_follow_up",
    description: toolDescriptions.schedule_follow_up(usual),
    input: ScheduleFollowUpInput,
  },
  { name: "list_follow_ups", description: toolDescriptions.list_follow_ups, input: ListFollowUpsInput },
  { name: "cancel_follow_up", description: toolDescriptions.cancel_follow_up, input: CancelFollowUpInput },
  { name: "schedule_followup", description: toolDescriptions.schedule_followup(usual), input: ScheduleFollowupInput },
];
