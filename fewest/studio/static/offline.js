// The service worker of the page: it keeps the page when a person begins to play, and what one has opened. The service
// is asked first; what is kept serves while it is away. FILES, the addresses of the page, is written by the server.
/* global FILES */

const PAGE = "fewest-page";
const OPENED = "fewest-opened";
const MOST = 200; // puzzles kept: those opened last
const PUZZLES = /^(s\/[^/]+|v1\/boards\/[^/]+|(atlas\/[^/]+|day)\/[^/]+\.json)$/;
const root = new URL("./", self.location.href);

// The cache for an answer; null if it is not kept.
function cacheFor({ method, url }) {
  if (method !== "GET" || !url.startsWith(root.href)) return null;
  const path = new URL(url).pathname.slice(root.pathname.length);
  if (path === "" || path.startsWith("static/")) return PAGE;
  return PUZZLES.test(path) ? OPENED : null;
}

async function keep(cache, request, answer) {
  await cache.put(request, answer);
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await cache.delete(old);
}

async function answered(event, name) {
  const { request } = event;
  const cache = await caches.open(name);
  const kept = () => cache.match(request, { ignoreVary: true });
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keep(cache, request, answer.clone()));
    return (answer.status >= 500 && (await kept())) || answer;
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  }
}

addEventListener("install", (event) => event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(FILES))));
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
addEventListener("fetch", (event) => {
  const name = cacheFor(event.request);
  if (name) event.respondWith(answered(event, name));
});
