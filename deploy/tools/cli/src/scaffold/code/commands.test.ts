import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../usage.ts';
import { generators } from './commands.ts';
import { createSources, type Sources } from './sources.ts';

const root = resolve(import.meta.dirname, '../../../../../..');

/** The repository as it is; what is generated stays in memory. */
const repository = (): Sources =>
  createSources((path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined));

const run = (sources: Sources, kind: string, ...args: string[]) => generators[kind]?.(sources, args);
const paths = (sources: Sources) => sources.written().map(([path]) => path);

test('a new domain stands under one name in contract and backend, and is registered in both', () => {
  const sources = repository();
  run(sources, 'domain', 'rehearsal', '--purpose', 'Shows the shape.');
  expect(paths(sources)).toEqual([
    'backend/src/domains.ts',
    'backend/src/domains/rehearsal/index.ts',
    'shared/api/src/contract.ts',
    'shared/api/src/domains/rehearsal/contract.ts',
    'shared/api/src/domains/rehearsal/index.ts',
    'shared/api/src/domains/rehearsal/routes.ts',
  ]);
  expect(sources.read('backend/src/domains.ts')).toContain('  rehearsal,\n];');
  expect(sources.read('backend/src/domains/rehearsal/index.ts')).toContain('/** Shows the shape. */');
  expect(sources.read('shared/api/src/contract.ts')).toContain('...rehearsalContract,');
});

test('a new call goes from route to handler, with a test that fails until it is handled', () => {
  const sources = repository();
  run(sources, 'domain', 'rehearsal');
  run(sources, 'call', 'rehearsal', 'POST /rehearsal/playScene', '--idempotent');
  const text = (path: string) => sources.read(path) ?? '';
  expect(text('shared/api/src/domains/rehearsal/routes.ts')).toContain(
    "'POST /rehearsal/playScene': { access: 'user', idempotent: true },",
  );
  expect(text('shared/api/src/domains/rehearsal/contract.ts')).toContain("'POST /rehearsal/playScene': {");
  expect(text('shared/api/src/domains/rehearsal/queries.ts')).toContain(
    "export const usePlayScene = calls.command('POST /rehearsal/playScene');",
  );
  expect(text('backend/src/domains/rehearsal/index.ts')).toContain(
    "'POST /rehearsal/playScene': ({ tx }, input) => playScene(tx, input),",
  );
  expect(text('backend/src/domains/rehearsal/play-scene.ts')).toContain("DomainError('function_under_development')");
  expect(text('backend/src/domains/rehearsal/play-scene.test.ts')).toContain("toMatchObject({ type: 'ok' })");
});

test('a second call joins the first', () => {
  const sources = repository();
  run(sources, 'domain', 'rehearsal');
  run(sources, 'call', 'rehearsal', 'GET /rehearsal/scenes', '--access', 'public');
  run(sources, 'call', 'rehearsal', 'POST /rehearsal/getCast', '--read');
  const queries = sources.read('shared/api/src/domains/rehearsal/queries.ts');
  expect(queries).toContain("useScenes = calls.query('GET /rehearsal/scenes')");
  expect(queries).toContain("useCast = calls.query('POST /rehearsal/getCast')");
});

test.each([
  [['domain'], /one word in lower case/],
  [['domain', 'copy-trading'], /one word in lower case/],
  [['domain', 'spot'], /There is a domain spot already/],
  [['call', 'spot'], /A domain and a call are needed/],
  [['call', 'spot', 'coin/trade'], /is no call/],
  [['call', 'nowhere', 'POST /x/y'], /There is no domain nowhere/],
  [['call', 'spot', 'POST /coin/trade'], /has a handler already/],
  [['call', 'spot', 'POST /coin/x', '--access', 'staff'], /--access is one of/],
  [['call', 'spot', 'POST /coin/x', '--read', '--idempotent'], /needs no idempotency key/],
  [['call', 'spot', 'POST /coin/x', '--sometimes'], /sometimes/],
])('refuses %j and writes nothing', ([kind = '', ...args], reason) => {
  const sources = repository();
  expect(() => run(sources, kind, ...args)).toThrow(UsageError);
  expect(() => run(sources, kind, ...args)).toThrow(reason);
  expect(sources.written()).toEqual([]);
});
