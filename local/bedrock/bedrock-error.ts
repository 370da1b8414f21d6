/** Status of each exception of the runtime API. */
const statuses = {
  ValidationException: 400,
  AccessDeniedException: 403,
  MissingAuthenticationTokenException: 403,
  ResourceNotFoundException: 404,
  UnknownOperationException: 404,
  ModelTimeoutException: 408,
  ModelErrorException: 424,
  ThrottlingException: 429,
  ModelNotReadyException: 429,
  InternalServerException: 500,
  ServiceUnavailableException: 503,
} as const;

export type BedrockErrorName = keyof typeof statuses;

/** True for the name of an exception this server can answer with. */
export function isBedrockErrorName(name: string): name is BedrockErrorName {
  return Object.hasOwn(statuses, name);
}

/** An exception as Bedrock sends it. */
export class BedrockError extends Error {
  override readonly name: BedrockErrorName;
  readonly status: number;

  constructor(name: BedrockErrorName, message: string) {
    super(message);
    this.name = name;
    this.status = statuses[name];
  }
}
