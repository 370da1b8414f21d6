/** A permission that cannot name its resource exactly, and why. */
export interface Wildcard {
  /** The statement's `Sid` in the deployed policy, so a reader of the policy finds the reason. */
  readonly sid: string;
  /** What the resource must end with; the rest of it is literal. */
  readonly resourceSuffix: string;
  readonly reason: string;
}

/** One bell of a wake, in the group that holds nothing else. */
export const bellsOfTheGroup: Wildcard = {
  sid: "BellsOfTheGroup",
  resourceSuffix: "/*",
  reason:
    "A bell is named after its wake when the wake is scheduled, so its name is not known at deployment. " +
    "The group is this stack's own and holds bells only.",
};

/** The foundation model behind a geographic inference profile. */
export const modelInEveryRegion: Wildcard = {
  sid: "ModelInEveryRegion",
  resourceSuffix: "",
  reason:
    "A geographic inference profile sends a request to any Region of its geography, and the list changes without a " +
    "deployment. The statement's condition admits only calls through the one configured profile.",
};

/** Every wildcard the stack contains. The nag acknowledgements and the template test are made from this list. */
export const wildcards: readonly Wildcard[] = [bellsOfTheGroup, modelInEveryRegion];
