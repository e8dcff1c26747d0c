import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_CODES } from '@tessera/releases';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from './build.ts';
import { checkRemote, screenToFail } from './check.ts';
import { keepPassed } from './passed-builds.ts';
import { inWords } from './report.ts';
import { createCleanup } from './stage/cleanup.ts';
import { baseFor } from './stage/screen.ts';

const cleanup = createCleanup();
afterEach(() => cleanup.run());

async function check(files: Readonly<Record<string, string>>, more: { readonly unlessPassed?: boolean } = {}) {
  const dir = temporaryFolder('sources', cleanup);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return checkRemote({ root: dir, name: 'lottery', dir, cleanup, say: () => undefined, ...more });
}

test.each([
  ['no JSON', '{ "name": '],
  ['no descriptor', '{ "name": "lottery", "swap": "sometimes" }'],
])('the check ends if remote.json is %s', async (_, text) => {
  const report = await check({ 'remote.json': text });
  expect(report.version).toBe('not built');
  expect(report.probes.map(({ name, findings }) => [name, findings.map(({ code }) => code)])).toEqual([
    ['descriptor', ['descriptor-invalid']],
  ]);
});

const DESCRIPTOR = JSON.stringify({
  name: 'lottery',
  title: Object.fromEntries(LANGUAGE_CODES.map((code) => [code, 'Lottery'])),
  routes: [{ path: '/pages/lottery/today', access: 'guest', title: 'title', module: 'lottery/today' }],
  swap: 'allow',
  budget: 40,
});

/** A launcher whose build has a given result. */
const builder = (built: readonly string[], words: string) => `
  console.log(JSON.stringify(${JSON.stringify(built.map((name) => ({ name, version: '1', folder: '/' })))}));
  console.error(${JSON.stringify(words)});
  process.exitCode = 1;`;

test('a remote that does not build is reported with the output of the bundler and the results of the static probes', async () => {
  const report = await check({
    'remote.json': DESCRIPTOR,
    'src/i18n/en.json': '{ "title": "Today" }',
    'deploy/tools/launcher/src/build.ts': builder(['host'], 'lottery: no module ./Today.tsx'),
  });
  expect(report.probes.map(({ name, findings }) => [name, new Set(findings.map(({ code }) => code))])).toEqual([
    ['descriptor', new Set()],
    ['texts', new Set(['text-missing'])],
    ['build', new Set(['build-failed'])],
  ]);
  expect(report.probes[2]?.findings[0]?.message).toBe('lottery: no module ./Today.tsx');
});

test('a build that passed is not tested again in the same host and browser by the same check, if so asked', async () => {
  const folder = temporaryFolder('built', cleanup);
  const browser = join(folder, 'browser');
  const install = (version: string) => {
    writeFileSync(browser, `#!/bin/sh\necho '${version}'\n`);
    chmodSync(browser, 0o755);
  };
  install('Browser 1');
  const built = [
    { name: 'host', version: '2', folder },
    { name: 'lottery', version: '1', folder: join(folder, 'lottery') },
  ];
  const texts = LANGUAGE_CODES.map((code) => [`src/i18n/${code}.json`, '{ "title": "Today" }'] as const);
  const files = {
    'remote.json': DESCRIPTOR,
    ...Object.fromEntries(texts),
    'deploy/tools/launcher/src/build.ts': `console.log(${JSON.stringify(JSON.stringify(built))});`,
    'deploy/tools/launcher/src/find-browser.ts': `console.log(${JSON.stringify(browser)});`,
    'deploy/tools/conformance/src/check.ts': 'the check',
    'deploy/release/gateway/src/app/no-worker.js': '// none',
  };
  const root = temporaryFolder('judges', cleanup);
  mkdirSync(join(root, 'deploy/tools/conformance/src'), { recursive: true });
  writeFileSync(join(root, 'deploy/tools/conformance/src/check.ts'), 'the check');
  mkdirSync(join(root, 'deploy/release/gateway/src/app'), { recursive: true });
  writeFileSync(join(root, 'deploy/release/gateway/src/app/no-worker.js'), '// none');
  const passed = { version: '1', folder: join(folder, 'lottery'), host: '2' };
  keepPassed(root, passed, 'Browser 1');
  const report = await check(files, { unlessPassed: true });
  expect(report.probes.map(({ name }) => name)).toEqual(['descriptor', 'texts', 'build']);
  expect(inWords(report)).toContain('no findings; the rest of the check passed this build before');
  // The report of the build is the first thing that the tests read.
  await expect(check(files)).rejects.toThrow('lottery.report.json');
  keepPassed(root, { ...passed, host: '1' }, 'Browser 1');
  await expect(check(files, { unlessPassed: true })).rejects.toThrow('lottery.report.json');
  keepPassed(root, passed, 'Browser 1');
  const stricter = { ...files, 'deploy/tools/conformance/src/check.ts': 'a stricter check' };
  await expect(check(stricter, { unlessPassed: true })).rejects.toThrow('lottery.report.json');
  const otherWorker = { ...files, 'deploy/release/gateway/src/app/no-worker.js': '// another' };
  await expect(check(otherWorker, { unlessPassed: true })).rejects.toThrow('lottery.report.json');
  expect((await check(files, { unlessPassed: true })).passedBefore).toBe(true);
  install('Browser 2');
  await expect(check(files, { unlessPassed: true })).rejects.toThrow('lottery.report.json');
});

test('a host that does not build is not a finding', async () => {
  const files = {
    'remote.json': DESCRIPTOR,
    'deploy/tools/launcher/src/build.ts': builder(['lottery'], 'host: broken'),
  };
  await expect(check(files)).rejects.toThrow('The host does not build.\nhost: broken');
});

test('faults are tested with a screen that has a style sheet, if there is one', () => {
  expect(screenToFail({ '/plain': ['a.js'], '/styled': ['a.js', 'b.css'] })).toBe('/styled');
  expect(screenToFail({ '/plain': ['a.js'], '/other': ['a.js'] })).toBe('/plain');
});

test('a check goes back to the index, and for the remote that serves it to a screen of the host', () => {
  expect(baseFor(['/pages/lottery/today'])).toBe('/');
  const own = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../host/screens.json'), 'utf8')) as {
    readonly routes: readonly { readonly path: string }[];
  };
  expect(own.routes.map(({ path }) => path)).toContain(baseFor(['/', '/pages/index/index']));
});
