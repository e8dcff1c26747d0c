// Prints the ids of the calls that have a handler, as a JSON list: what docs/progress.md is generated from.
import { FACTORIES } from './domains.ts';
import { makeDomains, type Surroundings } from './platform/domain.ts';
import { builtCalls } from './platform/http/calls.ts';
import { readSettings } from './platform/settings.ts';

/** Replaces everything that handlers work on: domains are made here, and none of their handlers runs. */
const idle: never = new Proxy(() => idle, {
  get: (_, name) => (name === 'then' ? undefined : idle),
  apply: () => idle,
}) as never;

const surroundings: Surroundings = {
  settings: readSettings({}),
  database: idle,
  now: () => 0,
  databaseNow: async () => 0,
  catalogue: idle,
  feed: idle,
  market: idle,
  accountEvents: idle,
  nodes: idle,
  courier: idle,
  metrics: idle,
  followed: idle,
  log: idle,
};

console.log(JSON.stringify([...builtCalls(makeDomains(FACTORIES, surroundings).domains)].toSorted()));
