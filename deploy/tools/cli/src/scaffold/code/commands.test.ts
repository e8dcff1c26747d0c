import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LANGUAGE_CODES } from '@tessera/releases';
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

test('a new domain has one name in contract and backend, and is registered in both', () => {
  const sources = repository();
  run(sources, 'domain', 'rehearsal', '--purpose', 'Shows the shape.');
  expect(paths(sources)).toEqual([
    'backend/bench/adversaries/plays.ts',
    'backend/src/domains.ts',
    'backend/src/domains/rehearsal/index.ts',
    'shared/api/src/contract.ts',
    'shared/api/src/domains/rehearsal/contract.ts',
    'shared/api/src/domains/rehearsal/index.ts',
    'shared/api/src/domains/rehearsal/routes.ts',
  ]);
  expect(sources.read('backend/src/domains.ts')).toContain('  rehearsal,\n} as const satisfies');
  expect(sources.read('backend/src/domains/rehearsal/index.ts')).toContain('/** Shows the shape. */');
  expect(sources.read('shared/api/src/contract.ts')).toContain('...rehearsalContract,');
  expect(sources.read('backend/bench/adversaries/plays.ts')).toContain('rehearsal: NO_MONEY,');
});

test('a new call goes from route to handler, with a test that fails until it is handled', () => {
  const sources = repository();
  run(sources, 'domain', 'rehearsal');
  run(sources, 'call', 'rehearsal', 'POST /rehearsal/playScene');
  const text = (path: string) => sources.read(path) ?? '';
  expect(text('shared/api/src/domains/rehearsal/routes.ts')).toContain(
    "'POST /rehearsal/playScene': { access: 'user', idempotent: true },",
  );
  expect(text('shared/api/src/domains/rehearsal/contract.ts')).toContain("'POST /rehearsal/playScene': {");
  expect(text('shared/api/src/domains/rehearsal/queries.ts')).toContain(
    "export const usePlayScene = calls.command('POST /rehearsal/playScene');",
  );
  expect(text('shared/api/src/domains/rehearsal/fixtures.ts')).toContain("'POST /rehearsal/playScene': {},");
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
  expect(sources.read('shared/api/src/domains/rehearsal/routes.ts')).not.toContain('idempotent');
});

const descriptor = {
  name: 'lottery',
  routes: [{ path: '/pages/lottery/index', access: 'guest', title: 'routes.index', module: 'welcome' }],
};
const lottery = (): Sources =>
  createSources((path) => {
    if (path === 'remotes/lottery/remote.json') return JSON.stringify(descriptor);
    if (path === 'remotes/lottery/src/remote.tsx') {
      return "export default defineRemote({\n  pages: {\n    welcome: () => import('./pages/welcome/WelcomePage.tsx'),\n  },\n});\n";
    }
    return path.startsWith('remotes/lottery/src/i18n/') ? '{ "routes": { "index": "Lottery" } }' : undefined;
  });

test('a screen brings its row, and its title in every language, marked as not translated', () => {
  const sources = lottery();
  run(sources, 'screen', 'lottery', 'rules', '--path', '/pages/lottery/rules', '--title', 'Rules', '--access', 'guest');
  const { routes } = JSON.parse(sources.read('remotes/lottery/remote.json') ?? '');
  expect(routes[1]).toEqual({
    path: '/pages/lottery/rules',
    access: 'guest',
    title: 'routes.lottery.rules',
    module: 'rules',
  });
  expect(paths(sources).filter((path) => path.includes('/i18n/'))).toHaveLength(LANGUAGE_CODES.length);
  expect(JSON.parse(sources.read('remotes/lottery/src/i18n/de.json') ?? '')).toEqual({
    routes: { index: 'Lottery', lottery: { rules: 'Rules' } },
  });
  const marks = JSON.parse(sources.read('remotes/lottery/untranslated.json') ?? '');
  expect(marks['src/i18n']['routes.lottery.rules']).toEqual(expect.arrayContaining(['de', 'zh']));
  expect(marks['src/i18n']['routes.lottery.rules']).not.toContain('en');
  expect(paths(sources).filter((path) => path.includes('/src/pages/rules/'))).toHaveLength(2);
  expect(sources.read('remotes/lottery/src/remote.tsx')).toContain(
    "rules: () => import('./pages/rules/RulesPage.tsx'),",
  );
});

test('a screen changes no row of a descriptor but its own, which stands among those of its group', () => {
  const before = readFileSync(join(root, 'remotes/finance/remote.json'), 'utf8');
  const sources = repository();
  run(sources, 'screen', 'finance', 'earn-calendar', '--path', '/pages/financial/calendar', '--title', 'Calendar');
  const after = sources.read('remotes/finance/remote.json') ?? '';
  const row =
    '    { "path": "/pages/financial/calendar", "access": "user", "title": "routes.financial.calendar", "module": "earn-calendar" },';
  expect(after.split('\n').filter((line) => line !== row)).toEqual(before.split('\n'));
  const groups = (JSON.parse(after).routes as { path: string }[]).map(({ path }) => path.split('/')[2]);
  expect(groups.indexOf('financial') + groups.filter((group) => group === 'financial').length).toBe(
    groups.lastIndexOf('financial') + 1,
  );
});

test.each([
  [['lottery', 'welcome2', '--path', '/pages/lottery/index'], /has a screen already: welcome/],
  [['lottery', 'welcome', '--path', '/pages/lottery/new', '--title', 'x'], /There is a screen welcome already/],
  [['lottery', 'rules', '--path', '/pages/lottery/rules'], /--title is missing/],
  [['lottery', 'Rules', '--path', '/pages/lottery/draws'], /kebab-case/],
  [['lottery', 'rules', '--path', 'lottery/rules'], /is no route/],
  [['nowhere', 'rules', '--path', '/pages/a/b'], /There is no remote nowhere/],
  [['lottery', 'rules'], /a route are needed/],
])('rejects the screen %j and writes nothing', (args, reason) => {
  const sources = lottery();
  expect(() => run(sources, 'screen', ...args)).toThrow(reason);
  expect(sources.written()).toEqual([]);
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
  [['call', 'spot', 'POST /coin/x', '--sometimes'], /sometimes/],
])('rejects %j and writes nothing', ([kind = '', ...args], reason) => {
  const sources = repository();
  expect(() => run(sources, kind, ...args)).toThrow(UsageError);
  expect(() => run(sources, kind, ...args)).toThrow(reason);
  expect(sources.written()).toEqual([]);
});
