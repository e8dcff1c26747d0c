// Runs before every test file: notes which lines of the backend led to a statement that PostgreSQL accepted.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import { issuedStatements } from '../src/platform/db/database.ts';
import { SOURCES } from './statement-sites.ts';

/** A frame of a stack: its path or URL, and the line. */
const FRAME = /\(?((?:file:\/\/)?\/[^()\s]+):(\d+):\d+\)?$/;

declare global {
  /** Of the worker: test files share its modules, and each runs this file. */
  var recordedStatements: Set<string> | undefined;
}

/** Callers whose lines are noted. */
const known = new Set<string>();

const first = globalThis.recordedStatements === undefined;
globalThis.recordedStatements ??= new Set();
const recorded = globalThis.recordedStatements;

/** The lines of the backend's own sources in a stack, as `platform/db/page.ts:30`. */
const sitesIn = (stack: string): string[] =>
  stack.split('\n').flatMap((frame) => {
    const [, location = '', line = ''] = FRAME.exec(frame) ?? [];
    const path = relative(SOURCES, location.startsWith('file:') ? fileURLToPath(location) : location);
    return location === '' || path.startsWith('..') ? [] : [`${path}:${line}`];
  });

const rawFrames = (_: Error, frames: NodeJS.CallSite[]): string =>
  frames.map((frame) => `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`).join();

/** The frames of this moment as the compiled code has them: to find the lines of the sources takes most of a statement. */
function callers(): string {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = rawFrames;
  const here = { stack: '' };
  // Without this function, so that it ends with the same frame as the stack of its caller.
  Error.captureStackTrace(here, callers);
  const { stack } = here;
  Error.prepareStackTrace = prepareStackTrace;
  return stack;
}

/** Notes the callers of this moment when PostgreSQL has accepted their statement. */
function recordOnce(accepted: Promise<unknown>): void {
  const from = callers();
  if (known.has(from)) return;
  const { stack = '' } = new Error('here');
  accepted.then(
    () => {
      known.add(from);
      for (const site of sitesIn(stack)) recorded.add(site);
    },
    () => undefined,
  );
}

for (const prototype of first ? [pg.Pool.prototype, pg.Client.prototype] : []) {
  const query: (...values: unknown[]) => unknown = prototype.query;
  Object.defineProperty(prototype, 'query', {
    configurable: true,
    writable: true,
    value(this: unknown, ...values: unknown[]) {
      const result = Reflect.apply(query, this, values);
      if (result instanceof Promise) recordOnce(result);
      return result;
    },
  });
}

if (first) issuedStatements.subscribe((accepted) => recordOnce(accepted as Promise<unknown>));

afterAll(() => {
  const { testPath } = expect.getState();
  writeFileSync(join(inject('statements'), `${randomUUID()}.json`), JSON.stringify({ testPath, sites: [...recorded] }));
});
