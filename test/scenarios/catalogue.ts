import { onlyGoodTokens, operatorRoutes, strangersFindNothing } from "./access.ts";
import type { Deployment } from "./deployment.ts";
import * as mainJob from "./main-job.ts";
import { operatorSteersWake } from "./operators.ts";
import { questionAndAnswer } from "./questions.ts";
import { censusExample, dialectOfContinuations, toolsOfFollowUps } from "./source-examples.ts";

/** Something that people do with a deployment, from the first request to what they have to see. */
export type Scenario = {
  readonly name: string;
  readonly play: (deployment: Deployment) => Promise<void>;
  /** Tokens it asks for besides that of one person. */
  readonly needs?: readonly ("operator" | "second person")[];
};

/**
 * Everything that has to work on any deployment. The local stack, the emulator and real deployments play this list. What
 * waits for a wake comes first, so that the others are played meanwhile where time cannot be moved.
 */
export const scenarios: readonly Scenario[] = [
  { name: "an agent that said it will check back does, once", play: mainJob.checkBackLater },
  { name: "a wake that is cancelled before it is due never fires", play: mainJob.cancelBeforeItIsDue },
  { name: "the census example is scheduled as it stands, and woken with its reason and context", play: censusExample },
  { name: "the tools that schedule, list and cancel do what they say", play: toolsOfFollowUps },
  { name: "the dialect of continuations does what it says", play: dialectOfContinuations },
  {
    name: "a report, a question about it, and follow-ups that run only what changed",
    play: mainJob.reportAndFollowUps,
  },
  { name: "a question of the agent, asked back, and answered", play: questionAndAnswer },
  { name: "three rapid messages: all accounted for, the last instruction wins", play: mainJob.threeRapidMessages },
  {
    name: "twenty messages at once: all end, versions without gaps, nothing runs twice",
    play: mainJob.twentyMessagesAtOnce,
  },
  { name: "only a good token opens anything but the description", play: onlyGoodTokens },
  {
    name: "what belongs to one person does not exist for another",
    play: strangersFindNothing,
    needs: ["second person"],
  },
  { name: "operators see every wake of an agent, others do not", play: operatorRoutes, needs: ["operator"] },
  { name: "an operator moves, fires and explains a wake", play: operatorSteersWake, needs: ["operator"] },
];
