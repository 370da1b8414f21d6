/**
 * What people do, as often as this says: each is of one temper, so that what is seldom done by all is often done by some.
 * In haste they change their minds about what they just sent.
 */
export const habits = {
  calm: [
    ["say", 44],
    ["answer", 20],
    ["burst", 18],
    ["chatter", 6],
    ["run", 9],
    ["edit", 4],
    ["withdraw", 4],
    ["cancel", 6],
    ["cancelWake", 9],
    ["look", 5],
    ["repeat", 6],
    ["archive", 2],
    ["remove", 2],
    ["export", 2],
    ["upload", 1],
    ["retry", 1],
  ],
  hasty: [
    ["say", 40],
    ["edit", 22],
    ["withdraw", 12],
    ["cancel", 10],
    ["run", 8],
    ["repeat", 10],
  ],
  /** Of somebody who types on and on, and takes back what they typed. */
  restless: [
    ["say", 30],
    ["withdraw", 20],
    ["edit", 14],
    ["chatter", 14],
    ["run", 8],
    ["cancel", 6],
    ["answer", 6],
    ["repeat", 6],
    ["look", 2],
  ],
  /** Of somebody who tries what belongs to another. */
  prying: [
    ["edit", 26],
    ["say", 14],
    ["withdraw", 12],
    ["look", 12],
    ["cancel", 8],
    ["cancelWake", 18],
    ["run", 6],
    ["answer", 5],
    ["remove", 5],
    ["export", 4],
    ["upload", 3],
    ["retry", 2],
    ["archive", 2],
  ],
  /** Of somebody who moves sessions around and tidies up. */
  tidy: [
    ["say", 34],
    ["answer", 6],
    ["remove", 20],
    ["export", 24],
    ["import", 18],
    ["run", 5],
    ["cancelWake", 8],
    ["look", 3],
    ["list", 3],
    ["upload", 3],
    ["repeat", 6],
    ["archive", 1],
  ],
} as const;

export type Habit = (typeof habits)[keyof typeof habits][number][0];
