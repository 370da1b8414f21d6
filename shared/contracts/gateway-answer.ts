import * as z from "zod";

/** The body of what API Gateway answers by itself: no code, no id and no time to wait. */
export const GatewayAnswer = z.object({ message: z.string() }).meta({
  id: "GatewayAnswer",
  description:
    "What API Gateway answers without a function, for people only: the status is what programs go by. The id of the request is in the header `apigw-requestid`.",
});

/** What API Gateway says by itself on a route, by status, and when. */
export const gatewayAnswers: Readonly<Partial<Record<number, { readonly message: string; readonly when: string }>>> = {
  401: { message: "Unauthorized", when: "there is no token, or none that is accepted" },
  403: { message: "Forbidden", when: "the token lacks the scope that this route needs" },
  413: { message: "Request Entity Too Large", when: "the body is larger than 10 MB" },
  429: { message: "Too Many Requests", when: "more requests arrive than the whole API takes" },
  500: { message: "Internal Server Error", when: "the function ended without an answer, or the body is over 6 MB" },
  503: { message: "Service Unavailable", when: "the function could not be started, or took too long" },
};
