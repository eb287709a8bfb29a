// Calls methods of the JavaScript client with a fetch that notes the requests, and prints these as JSON.
// Argument: a list of [name, arguments], as JSON.
import { Fewest } from "../../clients/js/fewest.js";

const sent = [];
const found = { boards: [], limits: [], jobs: [], solutions: [], next: null };

globalThis.fetch = async (url, { method, headers, body }) => {
  const streams = String(url).endsWith("/events");
  sent.push({ method, path: String(url).replace("http://service", ""), headers, body: body ? JSON.parse(body) : null });
  return new Response(streams ? null : JSON.stringify(found), { status: streams ? 204 : 200 });
};

const fewest = new Fewest("http://service");
for (const [name, given] of JSON.parse(process.argv[2])) {
  const answer = fewest[name](...given);
  if (answer[Symbol.asyncIterator]) while (!(await answer.next()).done);
  else await answer;
}
console.log(JSON.stringify(sent));
