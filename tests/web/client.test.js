// The JavaScript client: what it sends again, and how it verifies events.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import test from "node:test";

import { Fewest, FewestProblem } from "../../clients/js/fewest.js";
import { Service } from "../../clients/js/service.js";
import { verifyEvent, WrongSignature } from "../../clients/js/webhooks.js";

const AGAIN = { "Retry-After": "0" };

// Replace fetch by one that responds with each status in turn, 0 for a lost connection, and then with success. Returns
// the list of the requests; code is that of the errors.
function respond(statuses, headers = AGAIN, code = "busy") {
  const sent = [];
  globalThis.fetch = async (url, options) => {
    const status = statuses[sent.push(options) - 1] ?? 200;
    if (!status) throw new TypeError("fetch failed");
    if (status >= 400) return Response.json({ id: "one", type: `/problems/${code}` }, { status, headers });
    return Response.json({ id: "one" }, { status });
  };
  return sent;
}

test("a job or a batch is submitted again under the same id, another one under another one", async () => {
  for (const submit of [(fewest) => fewest.submit({}), (fewest) => fewest.submitBatch([])]) {
    const sent = respond([503, 429, 0]);
    const fewest = new Fewest("http://service");
    assert.deepEqual(await submit(fewest), { id: "one" });
    await submit(fewest);
    const keys = sent.map(({ headers }) => headers["Idempotency-Key"]);
    assert.equal(keys.length, 5);
    assert.equal(new Set(keys.slice(0, 4)).size, 1);
    assert.notEqual(keys[4], keys[0]);
    assert.match(keys[4], /^[0-9a-f]{32}$/);
  }
});

test("what may not arrive twice, will not pass, or was never reached is not sent again", async () => {
  for (const [statuses, call, expected] of [
    [[503, 0], (fewest) => fewest.request("POST", "/v1/batches", { body: {} }), 2],
    [[503, 502], (fewest) => fewest.request("POST", "/v1/batches", { body: {} }), 2],
    [[422], (fewest) => fewest.submit({}), 1],
    [[0, 0], (fewest) => fewest.version(), 1],
  ]) {
    const sent = respond(statuses);
    await assert.rejects(call(new Fewest("http://service")));
    assert.equal(sent.length, expected);
  }
});

test("a key that no header can have is said to be one, not a service that is away", async () => {
  const service = new Service("http://service", { key: "鍵" });
  await assert.rejects(service.job("one"), (error) => error instanceof TypeError && !/reach/.test(error.message));
});

test("a text is sent as it is, and its readings are returned", async () => {
  const sent = [];
  globalThis.fetch = async (url, { headers, body }) => {
    sent.push([url, headers["Content-Type"], body]);
    return Response.json({ readings: [{ assumed: [] }] });
  };
  assert.deepEqual(await new Fewest("http://service").read("● ○"), [{ assumed: [] }]);
  assert.deepEqual(sent, [["http://service/v1/readings", "text/plain; charset=utf-8", "● ○"]]);
});

test("a request without a key is sent again only where nothing of it was accepted", async () => {
  for (const [status, code, expected] of [
    [429, "rate-limited", 2],
    [503, "no-worker", 2],
    [503, "busy", 2],
    [503, "queue-full", 2],
    [503, "store-unavailable", 1],
    [503, "store-full", 1],
    [502, "busy", 1],
  ]) {
    const sent = respond([status], AGAIN, code);
    const fewest = new Fewest("http://service");
    await fewest.request("POST", "/v1/batches", { body: {} }).catch(() => {});
    assert.equal(sent.length, expected, code);
  }
});

test("what is lost may be shared again: it has the same id", async () => {
  const sent = respond([503, 0]);
  assert.deepEqual(await new Fewest("http://service").share({}), { id: "one" });
  assert.equal(sent.length, 3);
});

test("a method that never got a response is not sent again: CORS may not allow it", async () => {
  const sent = respond([200, 0]);
  const fewest = new Fewest("http://service");
  await fewest.version();
  await assert.rejects(fewest.submit({}), TypeError);
  assert.equal(sent.length, 2);
});

test("patience bounds the pauses", async () => {
  for (const [retry, patience] of [
    ["0", 0],
    ["61", 60],
  ]) {
    const sent = respond([429], { "Retry-After": retry });
    const error = await new Fewest("http://service", { patience }).version().catch((caught) => caught);
    assert.ok(error instanceof FewestProblem);
    assert.equal(error.retrySeconds, Number(retry));
    assert.equal(sent.length, 1);
  }
});

test("a stream is opened again as long as patience allows", async () => {
  for (const [status, patience] of [
    [0, 0],
    [503, 0],
    [0, 0.05],
  ]) {
    let asked = 0;
    globalThis.fetch = async () => {
      if (asked++ === 0) return new Response("retry: 5\n\n");
      if (asked > 100) return Response.json({}, { status: 404 }); // patience is long over
      if (status) return Response.json({}, { status });
      throw new TypeError("fetch failed");
    };
    const states = new Fewest("http://service", { patience }).events({ id: "one" });
    await assert.rejects(states.next(), status ? { status } : TypeError);
    assert.ok(patience || asked === 2);
  }
});

test("a service that is not ready says what is missing", async () => {
  const sent = respond([503]);
  assert.equal((await new Fewest("http://service").ready()).id, "one");
  assert.equal(sent.length, 1);
});

test("a response that does not come in time is an error, an aborted request rejects with its reason", async () => {
  globalThis.fetch = (_, { signal }) =>
    new Promise((resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const fewest = new Fewest("http://service", { timeout: 0.01 });
  await assert.rejects(fewest.version(), { name: "TimeoutError" });
  const reason = new Error("enough");
  await assert.rejects(fewest.job("one", { wait: 60, signal: AbortSignal.abort(reason) }), reason);
  const stop = new AbortController();
  setTimeout(() => stop.abort(reason), 10);
  await assert.rejects(fewest.job("one", { wait: 60, signal: stop.signal }), reason);
});

test("events are verified", async () => {
  const [secret, sent, body] = ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", 1795292772, '{"type":"job.solved"}'];
  const key = Buffer.from(secret.slice(6), "base64");
  const right = createHmac("sha256", key).update(`msg_1.${sent}.${body}`).digest("base64");
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": `${sent}`,
    "webhook-signature": `v1,AAAA v1,${right}`,
  };
  for (const given of [headers, new Headers(headers)])
    assert.deepEqual(await verifyEvent(secret, body, given, { now: sent + 299 }), { type: "job.solved" });
  for (const [changed, text, now] of [
    [{}, `${body} `, sent],
    [{ "webhook-id": "msg_2" }, body, sent],
    [{ "webhook-signature": "" }, body, sent],
    [{ "webhook-signature": `v2,${right}` }, body, sent],
    [{ "webhook-signature": "v1,A===" }, body, sent],
    [{}, body, sent + 301],
    [{}, body, sent - 301],
  ])
    await assert.rejects(verifyEvent(secret, text, { ...headers, ...changed }, { now }), WrongSignature);
});

test("all pages are read, also under a prefix, which links have already", async () => {
  const pages = {
    "http://service/given/v1/jobs": { jobs: [1, 2], next: "/given/v1/jobs?cursor=2" },
    "http://service/given/v1/jobs?cursor=2": { jobs: [3], next: null },
  };
  globalThis.fetch = async (url) => Response.json(pages[url]);
  const found = [];
  for await (const job of new Fewest("http://service/given/").jobs()) found.push(job);
  assert.deepEqual(found, [1, 2, 3]);
});

test("whatever ends the wait for a job or a batch, also between two polls, cancels it", async () => {
  const reason = new Error("enough");
  for (const [path, ask] of [
    ["jobs/one", (fewest, options) => fewest.solve({}, options)],
    ["batches/one", (fewest, options) => fewest.batch([], options)],
  ]) {
    const sent = [];
    globalThis.fetch = async (url, { method = "GET" } = {}) => {
      sent.push(`${method} ${new URL(url).pathname}`);
      if (url.endsWith("/events")) return new Response(": still searching\n\n");
      return Response.json({ id: "one", status: "running", links: {} }, { status: 202 });
    };
    const stop = new AbortController();
    const progress = () => setTimeout(() => stop.abort(reason));
    setTimeout(progress, 50);
    await assert.rejects(ask(new Fewest("http://service"), { signal: stop.signal, progress }), reason);
    assert.equal(sent.at(-1), `DELETE /v1/${path}`);
  }
});

test("integers of any size arrive exactly; texts and fractions stay what they are", async () => {
  const text = String.raw`{"count": 516874125261155673523194, "least": -9007199254740992, "safe": 9007199254740991,
    "nested": [{"12345678901234567890": 12345678901234567890}, 1e21, 0.1234567890123456, 1234567890123456.5],
    "id": "516874125261155673523194", "said": "\"9007199254740993\\", "nul": "\u00001", "twice": "\u0000\u00002"}`;
  globalThis.fetch = async () => new Response(text);
  assert.deepEqual(await new Fewest("http://service").version(), {
    count: 516874125261155673523194n,
    least: -9007199254740992n,
    safe: 9007199254740991,
    nested: [{ ["12345678901234567890"]: 12345678901234567890n }, 1e21, 0.1234567890123456, 1234567890123456.5],
    id: "516874125261155673523194",
    said: '"9007199254740993\\',
    nul: "\u00001",
    twice: "\u0000\u00002",
  });
  globalThis.fetch = async () => new Response("[01234567890123456789]");
  await assert.rejects(new Fewest("http://service").version(), SyntaxError);
});

test("integers of any size arrive exactly in events, too", async () => {
  globalThis.fetch = async () => new Response('id: end\ndata: {"result": {"count": 18376232749056000}}\n\n');
  for await (const state of new Fewest("http://service").events("one"))
    assert.deepEqual(state, { result: { count: 18376232749056000n } });
});

test("a BigInt may be sent: it is no error of the connection", async () => {
  const sent = respond([]);
  await new Fewest("http://service").submit({ start: { empty: [6n] } });
  assert.match(sent[0].body, /"empty":\[6\]/);
});

test("the error of a connection names the address, and stays a TypeError with its cause", async () => {
  respond([0]);
  const error = await new Fewest("http://127.0.0.1:9/given").version().catch((caught) => caught);
  assert.ok(error instanceof TypeError);
  assert.equal(error.message, "cannot reach http://127.0.0.1:9/given/version: fetch failed");
  assert.equal(error.cause.message, "fetch failed");
});
