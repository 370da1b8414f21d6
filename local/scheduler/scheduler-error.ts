const statuses = {
  ConflictException: 409,
  ResourceNotFoundException: 404,
  ValidationException: 400,
} as const;

/** An error of the Scheduler API, as its clients know it. */
export class SchedulerError extends Error {
  override readonly name: keyof typeof statuses;

  constructor(name: keyof typeof statuses, message: string) {
    super(message);
    this.name = name;
  }

  get status(): number {
    return statuses[this.name];
  }
}
