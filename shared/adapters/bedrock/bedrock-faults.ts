import { Fault } from "../../errors/fault.ts";

/** Failures that pass by themselves; the SDK has already tried again before one of these is seen. */
const passing = new Set([
  "ThrottlingException",
  "TooManyRequestsException",
  "ServiceUnavailableException",
  "InternalServerException",
  "ModelTimeoutException",
  "ModelNotReadyException",
  "ModelStreamErrorException",
  "ModelErrorException",
  "ServiceQuotaExceededException",
]);

/** Failures that stay until somebody changes the request, the configuration or the rights. */
const lasting: Readonly<Record<string, string>> = {
  ValidationException: "invalid_request",
  AccessDeniedException: "access_missing",
  ResourceNotFoundException: "unknown_model",
  ConflictException: "invalid_request",
  UnrecognizedClientException: "access_missing",
  InvalidSignatureException: "access_missing",
  ExpiredTokenException: "access_missing",
  MissingAuthenticationTokenException: "access_missing",
  CredentialsProviderError: "access_missing",
};

/**
 * The fault an error of the Bedrock client stands for. `details.reason` is `access_missing`, `unknown_model`,
 * `needs_inference_profile`, `input_too_long`, `thought_refused`, `setting_refused`
 * or `invalid_request` for refusals, and the exception's name otherwise.
 * Whatever is not known is an outage: a connection that broke, a time-out, a reply that could not be read.
 */
export function toModelFault(error: unknown, modelId: string): Fault {
  const name = error instanceof Error ? error.name : "unknown";
  const reason = lasting[name];
  if (reason === undefined || passing.has(name)) {
    return new Fault("model_unavailable", "retry", { model_id: modelId, reason: name }, error);
  }
  const details = { model_id: modelId, reason: narrowed(reason, error) };
  return new Fault("model_refused_request", "reject", details, error);
}

function narrowed(reason: string, error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (reason !== "invalid_request") return reason;
  if (/on-demand throughput|inference profile/i.test(message)) return "needs_inference_profile";
  if (/too long|context (window|length)|exceeds the maximum.*tokens/i.test(message)) return "input_too_long";
  if (/model identifier is invalid/i.test(message)) return "unknown_model";
  if (/thinking\W* blocks?\b/i.test(message)) return "thought_refused";
  if (/thinking|output_config|effort|additionalModelRequestFields/i.test(message)) return "setting_refused";
  return reason;
}
