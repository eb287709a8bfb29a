// Events that a webhook receives: is the service their sender? For servers; types in webhooks.d.ts.

// An event was not sent by the service that has the secret, or too long ago.
export class WrongSignature extends Error {
  constructor(message) {
    super(message);
    this.name = "WrongSignature";
  }
}

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

// Verify the signature of an event (Standard Webhooks 1.0.0), and return the event.
//
// secret: that of your API key, "whsec_…"; body: the text of the request's body, as it came; headers: a Headers object,
// or an object with names in lower case; tolerance: seconds by which the time of the attempt may differ from `now`.
export async function verifyEvent(secret, body, headers, { tolerance = 300, now = Date.now() / 1000 } = {}) {
  const header = (part) => (headers.get ? headers.get(`webhook-${part}`) : headers[`webhook-${part}`]) ?? "";
  const [id, sent] = [header("id"), header("timestamp")];
  const use = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret.replace(/^whsec_/, "")), use, false, ["verify"]);
  const content = new TextEncoder().encode(`${id}.${sent}.${body}`);
  const isRight = async (signature) => crypto.subtle.verify("HMAC", key, bytesOf(signature), content);
  const given = header("signature").match(/(?<=(?:^| )v1,)[A-Za-z0-9+/]+=*(?= |$)/g) ?? [];
  const found = await Promise.allSettled(given.map(isRight)); // what is no base64 is rejected
  if (!found.some(({ value }) => value)) throw new WrongSignature("the event has no signature with this secret");
  if (Math.abs(now - Number(sent)) > tolerance)
    throw new WrongSignature(`the event was sent at ${sent}, more than ${tolerance} s from now`);
  return JSON.parse(body);
}
