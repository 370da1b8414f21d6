/** What people do, as often as this says; in haste they change their minds about what they just sent. */
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
  /** Of somebody who moves sessions around and tidies up. */
  tidy: [
    ["say", 34],
    ["answer", 6],
    ["remove", 20],
    ["export", 16],
    ["import", 10],
    ["run", 5],
    ["cancelWake", 4],
    ["look", 3],
    ["list", 3],
    ["upload", 3],
    ["repeat", 6],
    ["archive", 1],
  ],
} as const;

export type Habit = (typeof habits)[keyof typeof habits][number][0];
