// Types of service.js, for the modules of the page; fewest.d.ts has those of the package.
import type { Fewest } from "./fewest.js";

export { FewestProblem, JobEnded } from "./fewest.js";

export const AWAY: Set<number>;
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
export function timeoutError(what: string, seconds: number): DOMException;
export function newId(): string;
export function segment(given: string | { id: string }): string;

export class Service {
  constructor(address?: string, options?: { key?: string | null; language?: string | null });
  address: string;
  patience: number;
  headers: Record<string, string>;
  submit: Fewest["submit"];
  job: Fewest["job"];
  wait: Fewest["wait"];
  waitAt: Fewest["waitAt"];
  events: Fewest["events"];
  states(path: string, options?: { signal?: AbortSignal; reconnecting?: () => void }): AsyncGenerator<any, void>;
  cancel: Fewest["cancel"];
  hint: Fewest["hint"];
  hintAgain: Fewest["hintAgain"];
  check: Fewest["check"];
  read: Fewest["read"];
  board: Fewest["board"];
  page: Fewest["page"];
  request(...given: Parameters<Fewest["request"]>): Promise<any>;
}
