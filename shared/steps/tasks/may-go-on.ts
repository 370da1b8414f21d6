/** Whether there is time for the next thing before the function is stopped, or it is left to another invocation. */
export type MayGoOn = () => boolean;
