// Solves, follows and draws with the types of openapi-typescript and the client openapi-fetch.
// Arguments: address of the service, a puzzle to solve, one to cancel. Prints what arrived as JSON.
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi_typescript.js";

declare const process: { argv: string[] };
type Job = components["schemas"]["Job"];
type Puzzle = components["schemas"]["Puzzle"];

const [address, puzzle, hard] = process.argv.slice(2) as [string, string, string];
const client = createClient<paths>({ baseUrl: address });

function found<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function solve(puzzle: Puzzle): Promise<Job> {
  let job: Job = found(await client.POST("/v1/jobs", { body: { puzzle } }));
  while (job.status === "queued" || job.status === "running") {
    const params = { path: { job_id: job.id }, header: { Prefer: "wait=5" } };
    job = found(await client.GET("/v1/jobs/{job_id}", { params }));
  }
  return job;
}

// The states that arrive on the stream of a job; the job is cancelled once it is running.
async function statesUntilCancelled(puzzle: Puzzle): Promise<string[]> {
  const { id: job_id } = found(await client.POST("/v1/jobs", { body: { puzzle, want: "one" } }));
  const stream = found(
    await client.GET("/v1/jobs/{job_id}/events", { params: { path: { job_id } }, parseAs: "stream" }),
  ) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const [states, reader] = [[] as string[], stream.pipeThrough(new TextDecoderStream()).getReader()];
  for (let text = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return states;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const data of blocks.flatMap((block) => block.match(/(?<=^data: ).*$/m) ?? [])) {
      const job: Job = JSON.parse(data);
      states.push(job.status);
      if (job.status === "running") await client.DELETE("/v1/jobs/{job_id}", { params: { path: { job_id } } });
    }
  }
}

const job = await solve(JSON.parse(puzzle));
const params = { path: { solution_id: job.solution_id ?? "" }, query: { move: 1 } };
const picture = found(
  await client.GET("/v1/solutions/{solution_id}/picture.svg", { params, parseAs: "text" }),
);
const refused = await client.GET("/v1/solutions/{solution_id}", { params: { path: { solution_id: "none" } } });
console.log(
  JSON.stringify({
    length: job.result?.length,
    states: await statesUntilCancelled(JSON.parse(hard)),
    picture,
    refused: refused.error?.status,
  }),
);
