// Calls methods of the JavaScript client with a fetch that notes the requests, and prints these as JSON.
// Argument: a list of [name, arguments], as JSON.
import { Fewest } from "../../clients/js/fewest.js";

const sent = [];
const found = { boards: [], limits: [], jobs: [], readings: [], solutions: [], next: null };

globalThis.fetch = async (url, { method, headers, body }) => {
  const streams = String(url).endsWith("/events");
  const json = headers["Content-Type"] === "application/json";
  const given = json ? JSON.parse(body) : (body ?? null);
  sent.push({ method, path: String(url).replace("http://service", ""), headers, body: given });
  return new Response(streams ? null : JSON.stringify(found), { status: streams ? 204 : 200 });
};

const fewest = new Fewest("http://service");
for (const [name, given] of JSON.parse(process.argv[2])) {
  const answer = fewest[name](...given);
  if (answer[Symbol.asyncIterator]) while (!(await answer.next()).done);
  else await answer;
}
console.log(JSON.stringify(sent));
