import type { Event } from "./fewest.js";

/** An event was not sent by the service that has the secret, or too long ago. */
export class WrongSignature extends Error {
  constructor(message: string);
}

/**
 * Verify the signature of an event (Standard Webhooks 1.0.0), and resolve with the event; rejects with WrongSignature.
 *
 * `secret` is that of your API key, "whsec_…"; `body` is the text of the request's body, as it came; names of headers
 * that are no `Headers` object have to be in lower case. `tolerance` is how many seconds the time of the attempt may
 * differ from `now`, in seconds since 1970.
 */
export function verifyEvent(
  secret: string,
  body: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  options?: { tolerance?: number; now?: number },
): Promise<Event>;
