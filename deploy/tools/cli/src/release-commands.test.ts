import type { Publication } from '@tessera/registry-api';
import { FakeRegistryError, fakeRegistry } from '@tessera/registry-api/testing';
import { keyPaths, readFigures } from '@tessera/releases';
import {
  builtHost,
  descriptorOf,
  folderWith,
  OPEN_GATE,
  type TestReleases,
  temporaryFolder,
  testReleases,
} from '@tessera/releases/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { doctor, restore } from './doctor-command.ts';
import { keyCommand } from './key-commands.ts';
import { localOperations } from './operations.ts';
import { lastMessages } from './outbox.ts';
import { prune } from './prune-command.ts';
import { type PublishContext, publish } from './publish-command.ts';
import { registryTarget, storeTarget } from './publish-target.ts';
import { registryAt, registryOperations } from './registry-client.ts';
import { type Arguments, type Context, releaseCommands } from './release-commands.ts';

let release: TestReleases;
let printed: string[];
let context: Context;

const run = (command: string, given: Partial<Arguments> = {}) =>
  releaseCommands[command]?.(context, { names: [], ...given }) ?? Promise.reject(new Error('no such command'));

beforeEach(async () => {
  release = await testReleases();
  printed = [];
  context = {
    operations: localOperations(release.service, 'ada'),
    print: (text) => printed.push(text),
    command: 'npm run tessera --',
    platform: 'http://localhost:8080',
    qrCode: async (text) => `[${text.length} characters]`,
  };
  for (const version of ['1.0.1', '1.0.2']) await release.publish('markets', version);
});

const said = () => printed.join('\n');

describe('operations', () => {
  test('promote, ramp and roll back, and print the changes', async () => {
    await run('promote', { names: ['markets@1.0.1'], why: 'launch' });
    await run('ramp', { names: ['markets@1.0.2', '12.5%'], why: 'try it' });
    await run('rollback', { names: ['markets'] });
    await run('revert', { names: ['2'], why: 'it was good' }).catch((error: Error) => printed.push(error.message));
    expect(printed).toEqual([
      'Epoch 1: markets nothing → 1.0.1',
      'Epoch 2: markets 1.0.1 → 1.0.1, 1.0.2 at 12.5 %',
      'Epoch 3: markets 1.0.1, 1.0.2 at 12.5 % → 1.0.1',
      'Epoch 2 has the same stable versions as now.',
    ]);
  });

  test('ramp in steps, hold them, and let them go on', async () => {
    await run('promote', { names: ['markets@1.0.1'], why: 'launch' });
    await run('ramp', { names: ['markets@1.0.2', '5 10m, 25% 2h, 100'], why: 'try it' });
    await run('status');
    expect(said()).toContain('1.0.2 at 5 %, then 25 % (2026-11-20 21:28), 100 %');
    await run('hold', { names: ['markets'], why: 'look first' });
    await run('status');
    expect(said()).toContain('1.0.2 at 5 %, held before 25 %, 100 %');
    await run('resume', { names: ['markets'], why: 'looked' });
    expect(printed.at(-1)).toBe(
      'Epoch 4: markets 1.0.1, 1.0.2 at 5 %, held before 25 %, 100 % → 1.0.1, 1.0.2 at 5 %, then 25 %, 100 %',
    );
    const [steps] = (await release.service.latest())?.state.remotes.map((slot) => slot.ramp?.steps?.next) ?? [];
    expect(steps).toEqual([
      { weight: 2_500, after: 10 * 60_000 },
      { weight: 10_000, after: 120 * 60_000 },
    ]);
  });

  test('roll back in spite of links of the backend that lead nowhere then, print them, and list them', async () => {
    const gate = { ...OPEN_GATE };
    const { service, publish: put } = await testReleases(gate);
    context = { ...context, operations: localOperations(service, 'ada') };
    for (const version of ['1.0.1', '1.0.2']) {
      await put('markets', version);
      await run('promote', { names: [`markets@${version}`], why: 'launch' });
    }
    const message = 'The backend links to /pages/nft/nft, which no live version would serve.';
    gate.links = async () => [{ code: 'link_dead', subject: 'backend', message }];
    await run('rollback', { names: ['markets'] });
    expect(printed.slice(2)).toEqual(['Epoch 3: markets 1.0.2 → 1.0.1', `Warning: link_dead: ${message}`]);
    await run('history');
    expect(printed.at(-1)).toContain(`undo the last release of markets (warning: link_dead: ${message})`);
    expect(printed.at(-1)).not.toContain('forced');
  });

  test('promote several versions in one event', async () => {
    await release.publish('finance', '1.0.1');
    await run('promote', { names: ['markets@1.0.1', 'finance@1.0.1'], why: 'a route moves' });
    expect(printed).toEqual([expect.stringMatching(/^Epoch 1: .*finance nothing → 1\.0\.1/)]);
    expect(printed[0]).toContain('markets nothing → 1.0.1');
  });

  test('arrange the bottom bar, and say so in the status', async () => {
    const tab = {
      order: 1,
      path: '/pages/finance/finance',
      label: descriptorOf('finance').title,
      icon: 'M3 3h18v18H3z',
    };
    await release.publish('finance', '1.0.1', { descriptor: descriptorOf('finance', { tab }) });
    await run('promote', { names: ['finance@1.0.1'], why: 'launch' });
    await expect(run('tabs', { why: 'x' })).rejects.toThrow('Name the remotes of the bottom bar');
    await expect(run('tabs', { names: ['finance'] })).rejects.toThrow('needs a reason');
    await expect(run('tabs', { names: ['lottery'], why: 'x' })).rejects.toThrow('No live version of lottery has a tab');
    await run('tabs', { names: ['finance'], why: 'a campaign' });
    await run('status');
    await run('tabs', { names: ['default'], why: 'it is over' });
    expect(said()).toContain('Epoch 2: (bottom bar) as remotes declare it → finance');
    expect(said()).toContain('Bottom bar: Home, finance.');
    expect(said()).toContain('Epoch 3: (bottom bar) finance → as remotes declare it');
  });

  test('roll compromised code back, and say what it could reach, what is done and what is left to look at', async () => {
    for (const version of ['1.0.1', '1.0.2']) await run('promote', { names: [`markets@${version}`], why: 'better' });
    await run('rollback', { names: ['markets'], why: 'it reads inputs', compromised: true });
    const [epoch, text = ''] = printed.slice(2);
    expect(epoch).toBe('Epoch 3: markets 1.0.2 → 1.0.1');
    const [live, reach, done, left] = text.split('\n\n').map((part) => part.replace(/\s+/g, ' '));
    expect(live).toMatch(/^It was live from .* UTC\. Pages reported 0 users/);
    for (const part of [
      'the session: every call',
      'localStorage, sessionStorage and IndexedDB',
      'what other remotes show',
    ]) {
      expect(reach).toContain(part);
    }
    expect(done).toMatch(/^What happens now, without a further command:/);
    for (const part of [
      "the worker's cache has another name",
      'each browser clears caches and storage',
      'ends the sessions of users and staff',
      'passkeys, authenticators, recovery codes, payment passwords, saved addresses and cards',
      'of members of staff, factors and recovery codes',
      '(taken_out), and the owners are mailed',
      'withdrawals of the accounts that lost something pause for a day',
    ]) {
      expect(done).toContain(part);
    }
    expect(left).toMatch(/^What it does not undo, and you have to look at:/);
    for (const part of [
      'calls that were made meanwhile: withdrawals, payments, orders, follows, changes of staff',
      'what was replaced or deleted: no factor and no password comes back, no whitelist is switched on again',
      'what was added more than five minutes after the rollback',
      'members of staff who are left without a factor',
      'users of code that only a preview link opened',
      'pages that stay open',
    ]) {
      expect(left).toContain(part);
    }
  });

  test('roll back once, and further only to a version that is named', async () => {
    for (const version of ['1.0.1', '1.0.2']) await run('promote', { names: [`markets@${version}`], why: 'better' });
    await run('rollback', { names: ['markets'], why: 'draws do not load' });
    const again = run('rollback', { names: ['markets'], why: 'draws do not load' });
    await expect(again).rejects.toThrow('rolled back in epoch 3 by ada and is 1.0.1. Name the version');
    await expect(run('rollback', { names: ['markets'], to: '1.0.2' })).rejects.toThrow('--force overrides this');
    await run('rollback', { names: ['markets'], to: '1.0.2', force: true });
    expect(printed).toEqual([
      'Epoch 1: markets nothing → 1.0.1',
      'Epoch 2: markets 1.0.1 → 1.0.2',
      'Epoch 3: markets 1.0.2 → 1.0.1',
      'Epoch 4: markets 1.0.1 → 1.0.2',
    ]);
  });

  test('mark withdrawn versions, and ramp a new remote from nothing', async () => {
    await release.publish('lottery', '1.0.0');
    for (const version of ['1.0.1', '1.0.2']) await run('promote', { names: [`markets@${version}`], why: 'better' });
    await run('rollback', { names: ['markets'], why: 'draws do not load' });
    await run('ramp', { names: ['lottery@1.0.0', '10'], why: 'new' });
    expect(printed.at(-1)).toBe('Epoch 4: lottery nothing → 1.0.0 at 10 %');
    await run('status');
    await run('versions', { names: ['markets'] });
    expect(said()).toMatch(/lottery +nothing +1\.0\.0 at 10 % +1\.0\.0/);
    expect(said()).toMatch(/markets +1\.0\.1 +1\.0\.2 \(withdrawn\)/);
    expect(said()).toMatch(/1\.0\.2 .*ROLLED BACK in epoch 3 by ada: draws do not load/);
  });

  test('name the team of a remote, and what it asks of its releases', async () => {
    const team = { owner: 'Team Lottery', contact: 'lottery@team.example', tier: 'standard' } as const;
    const descriptor = descriptorOf('lottery', { ...team, release: { ramp: true, members: 2 } });
    await release.publish('lottery', '1.0.0', { descriptor });
    await run('promote', { names: ['lottery@1.0.0'], why: 'launch' });
    await run('status');
    expect(printed.at(-1)).toBe(
      '\nlottery: Team Lottery (lottery@team.example), tier standard, ramp before promotion, released by another member than the publisher',
    );
  });

  test('print status, history, versions and differences', async () => {
    await run('promote', { names: ['markets@1.0.1'], why: 'launch' });
    await run('ramp', { names: ['markets@1.0.2', '10'], why: 'try it' });
    printed = [];
    await run('status');
    await run('history');
    await run('versions', { names: ['markets'] });
    await run('diff', { names: ['1'] });
    expect(said()).toMatch(/Epoch 2, signed 2026-11-20 21:18 UTC, holds until 2026-12-20 21:18/);
    expect(said()).toMatch(/markets +1\.0\.1 +1\.0\.2 at 10 % +1\.0\.2 +– +–/);
    expect(said()).toMatch(/promote +ada +markets nothing → 1\.0\.1 +launch +[0-9a-f]{8}/);
    expect(said()).toMatch(/1\.0\.2 +\S+ +\S+ +team +1 +ramp +first version/);
    expect(said()).toMatch(/markets +1\.0\.1 +1\.0\.1, 1\.0\.2 at 10 %/);
  });

  test('print the counts of the registry that runs on the same data folder', async () => {
    await run('promote', { names: ['markets@1.0.1'], why: 'launch' });
    const byKind = { load: 1, integrity: 0, evaluation: 0, render: 1 };
    const tally = { 'markets@1.0.1': { users: 640, failures: 2, byKind, vitals: {} } };
    const dataDir = await folderWith({ 'registry/figures.json': JSON.stringify({ tally, stages: [], key: 'secret' }) });
    const operations = localOperations(release.service, 'ada', () => readFigures(dataDir));
    context = { ...context, operations };
    await run('status');
    expect(said()).toMatch(/markets +1\.0\.1 +1\.0\.2 +640 +2/);
    expect(await readFigures(await folderWith({ 'registry/figures.json': '{' }))).toBeUndefined();
  });

  test('create a preview with URL and QR code, list it and end it', async () => {
    await run('previews');
    expect(said()).toContain('No preview is open.');
    await run('preview', { names: ['markets@1.0.2'], minutes: 5, why: 'for Paul' });
    const id = /end-preview (\w+)/.exec(said())?.[1] ?? '';
    await run('previews');
    expect(said()).toMatch(new RegExp(`${id} +markets@1\\.0\\.2 +ada .*for Paul`));
    await run('end-preview', { names: [id] });
    await run('history');
    expect(said()).toMatch(new RegExp(`end-preview +ada +markets@1\\.0\\.2 \\(${id}\\) +end the preview`));
    await expect(run('end-preview', { names: [id] })).rejects.toMatchObject({ code: 'preview_unknown' });
    expect(said()).toMatch(
      /http:\/\/localhost:8080\/h5\/\?preview=\w+#\/pages\/markets\/markets\nHolds until 2026-11-20 21:23 UTC/,
    );
  });

  test.each([
    ['promote', { names: ['markets'] }, 'written <name>@<version>'],
    ['promote', { names: ['markets@1.0.1'] }, 'needs a reason'],
    ['preview', { names: ['markets@1.0.1'] }, 'needs a reason'],
    ['promote', { names: ['markets@9.9.9'], why: 'x' }, 'was never published'],
    ['promote', { names: ['markets@1.0.1'], why: 'x', epoch: 4 }, 'in the meantime'],
    ['ramp', { names: ['markets@1.0.1'], why: 'x' }, 'a version and a percentage'],
    ['ramp', { names: ['markets@1.0.1', 'half'], why: 'x' }, 'from 0 to 100'],
    ['ramp', { names: ['markets@1.0.1', '5, 25'], why: 'x' }, 'each but the last with its time'],
    ['ramp', { names: ['markets@1.0.1', '5 10m, 25 10m'], why: 'x' }, 'each but the last with its time'],
    ['ramp', { names: ['markets@1.0.1', '5 10x, 25'], why: 'x' }, 'each but the last with its time'],
    ['ramp', { names: ['markets@1.0.1', '5 10m, half'], why: 'x' }, 'from 0 to 100'],
    ['hold', { names: ['markets'], why: 'x' }, 'has steps to come'],
    ['resume', { why: 'x' }, 'Exactly one remote'],
    ['rollback', {}, 'no remote was ever live'],
    ['rollback', { to: '1.0.1' }, 'Name the remote'],
    ['revert', { names: ['one'] }, 'one is not an epoch'],
    ['diff', {}, 'one epoch, or two'],
    ['versions', { names: ['nobody'] }, 'Published remotes: markets'],
    ['status', { names: ['markets'] }, 'takes no name'],
    ['status', {}, 'Nothing is live yet'],
  ])('are rejected with the reason: %s %o', async (command, given, reason) => {
    await expect(run(command, given)).rejects.toThrow(reason);
    expect(await release.service.history()).toEqual([]);
  });

  test('go through a registry with the same result and the same errors', async () => {
    await run('promote', { names: ['markets@1.0.1'], why: 'launch' });
    const local = context.operations;
    const asked: { path: string; token: string | null; body: unknown }[] = [];
    const request: typeof fetch = async (url, init) => {
      const path = String(url).replace('https://h5.example', '');
      const headers = new Headers(init?.headers);
      asked.push({ path, token: headers.get('authorization'), body: JSON.parse(String(init?.body ?? 'null')) });
      if (path === '/registry/rollback') {
        const rejection = {
          error: 'incompatible',
          message: 'It does not fit.',
          reasons: [{ code: 'x', message: 'y' }],
        };
        return Response.json(rejection, { status: 422 });
      }
      return fakeRegistry(
        {
          'GET /registry/status': () => local.status(),
          'GET /registry/history': async ({ limit }) => ({ moves: [...(await local.history(limit))] }),
          'GET /registry/versions/:name': async ({ name }) => ({ versions: [...(await local.versions(name))] }),
          'GET /registry/diff': async ({ from, to }) => ({ from, to, changes: [...(await local.diff(from, to))] }),
          'POST /registry/ramp': async () => ({ epoch: 2, changes: [] }),
          async 'POST /registry/revert'() {
            throw new FakeRegistryError('forbidden', 'Not you.');
          },
        },
        new Request(String(url), { method: init?.method ?? 'GET', body: init?.body ?? null }),
      );
    };
    const remote = registryOperations('https://h5.example/', 'token', request);
    expect(await remote.status()).toEqual(await local.status());
    expect(await remote.history(20)).toEqual(await local.history(20));
    expect(await remote.versions('markets')).toEqual(await local.versions('markets'));
    expect(await remote.diff(1, 1)).toEqual([]);
    await remote.ramp({ name: 'markets', version: '1.0.2' }, 10, { why: 'try it', expectedEpoch: 1 });
    expect(asked.at(-1)).toEqual({
      path: '/registry/ramp',
      token: 'Bearer token',
      body: { name: 'markets', version: '1.0.2', percent: 10, why: 'try it', expectedEpoch: 1 },
    });
    const rejected = remote.rollback('markets', { why: 'x' });
    await expect(rejected).rejects.toMatchObject({ code: 'incompatible', reasons: [{ code: 'x', message: 'y' }] });
    await expect(remote.revert(1, { why: 'x' })).rejects.toThrow('Not you.');
    const nobody = registryOperations('http://127.0.0.1:9', 'token');
    await expect(nobody.status()).rejects.toThrow('http://127.0.0.1:9 cannot be reached');
  });
});

describe('publishing', () => {
  const CONTRACT = { schema: 1, uses: {}, types: { hash: '', text: '' } };
  let passes: boolean;
  let publishing: PublishContext;

  beforeEach(async () => {
    passes = true;
    const { createHash } = await import('node:crypto');
    const text = JSON.stringify({ entries: {}, files: {} });
    const types = { hash: createHash('sha256').update(text).digest('hex'), text };
    const folder = await folderWith({
      'built/remoteEntry.js': 'entry',
      'built.report.json': JSON.stringify({ screens: {}, texts: {} }),
      'built.contract.json': JSON.stringify({ ...CONTRACT, types }),
    });
    publishing = {
      target: storeTarget(release.store, { where: 'in .data', who: 'ada', now: () => release.clock.now }),
      print: (words) => printed.push(words),
      command: 'npm run tessera --',
      build: async () => ({ version: '1.1.0', folder: `${folder}/built` }),
      check: async () => passes,
      remotes: () => ['markets'],
      descriptor: async (name) => (name === 'markets' ? descriptorOf('markets') : undefined),
    };
  });

  test('builds, checks and stores a version, and prints the next steps', async () => {
    await publish(publishing, { names: ['markets'], why: 'faster' });
    expect(printed[0]).toBe('markets@1.1.0 is published in .data: 1 file(s), 1 KiB.');
    expect(await release.store.version('markets', '1.1.0')).toMatchObject({ who: 'ada', why: 'faster' });
    await expect(publish(publishing, { names: ['markets'] })).rejects.toThrow('a published version never changes');
  });

  test('through a registry sends the whole build there, and leaves the store here alone', async () => {
    const taken: Publication[] = [];
    const request: typeof fetch = async (url, init) =>
      fakeRegistry(
        {
          async 'GET /registry/versions/:name'() {
            throw new FakeRegistryError('remote_unknown', 'No version of markets is published.');
          },
          async 'POST /registry/publish'(publication) {
            taken.push(publication);
            return { files: 1, bytes: 5 };
          },
        },
        new Request(String(url), { method: init?.method ?? 'GET', body: init?.body ?? null }),
      );
    const registry = registryAt('https://h5.example', 'token', request);
    const target = registryTarget(registry, 'at https://h5.example');
    await publish({ ...publishing, target }, { names: ['markets'], why: 'faster' });
    expect(printed[0]).toBe('markets@1.1.0 is published at https://h5.example: 1 file(s), 1 KiB.');
    expect(taken).toMatchObject([{ name: 'markets', version: '1.1.0', why: 'faster' }]);
    expect(taken[0]?.files).toEqual([{ path: 'remoteEntry.js', content: Buffer.from('entry').toString('base64') }]);
    expect(JSON.parse(taken[0]?.descriptor ?? '')).toEqual(descriptorOf('markets'));
    expect(await release.store.version('markets', '1.1.0')).toBeUndefined();
  });

  test('of the host is checked, signed and stored like a remote, and goes live by the same commands', async () => {
    const build = async () => ({ version: '9.1.0', folder: await builtHost('9.1.0') });
    await publish({ ...publishing, build }, { names: ['host'], why: 'smaller' });
    expect(printed[0]).toBe('host@9.1.0 is published in .data: 4 file(s), 1 KiB.');
    expect(printed.join()).not.toContain('preview');
    expect(await release.store.version('host', '9.1.0')).toMatchObject({ who: 'ada', why: 'smaller' });
    expect(await release.store.host('9.1.0')).toBeDefined();
    await publish({ ...publishing, build }, { names: ['host'] }).catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'version_exists' }),
    );
    await release.service.promote({ name: 'host', version: '9.1.0' }, { who: 'ada', why: 'x' });
    expect((await release.service.latest())?.state.host).toBe('9.1.0');
    passes = false;
    const next = async () => ({ version: '9.2.0', folder: await builtHost('9.2.0') });
    await expect(publish({ ...publishing, build: next }, { names: ['host'] })).rejects.toMatchObject({
      code: 'check_failed',
    });
    expect(await release.store.version('host', '9.2.0')).toBeUndefined();
  });

  test('of the host is refused by a registry before anything is built', async () => {
    const build = () => Promise.reject(new Error('built'));
    const target = registryTarget(registryAt('https://h5.example', 'token'), 'at https://h5.example');
    await expect(publish({ ...publishing, build, target }, { names: ['host'] })).rejects.toThrow(
      'without TESSERA_REGISTRY',
    );
  });

  test('is rejected if the check has findings', async () => {
    passes = false;
    await expect(publish(publishing, { names: ['markets'] })).rejects.toMatchObject({ code: 'check_failed' });
    expect(await release.store.version('markets', '1.1.0')).toBeUndefined();
  });

  test('is rejected without a remote of that name', async () => {
    await expect(publish(publishing, { names: ['nobody'] })).rejects.toThrow(
      'no remotes/nobody/remote.json. Remotes here: markets;',
    );
    await expect(publish(publishing, { names: ['markets@1.0.0'] })).rejects.toThrow('name the remote alone, markets');
    await expect(publish(publishing, { names: [] })).rejects.toThrow('Exactly one remote');
  });
});

describe('doctor', () => {
  const key = 'moves/00000002.json';
  const context = () => ({ service: release.service, who: 'ada', print: (words: string) => printed.push(words) });
  const examine = (options: { repair?: boolean; why?: string } = {}) =>
    doctor(context(), { names: [], repair: false, ...options });

  beforeEach(async () => {
    for (const version of ['1.0.1', '1.0.2']) await run('promote', { names: [`markets@${version}`], why: 'better' });
    printed.splice(0);
  });

  test('names what is damaged, and repairs it with a reason', async () => {
    expect([await examine(), said()]).toEqual([
      0,
      expect.stringContaining('Everything in the store is as it was written'),
    ]);
    await release.store.storage.put(key, Buffer.from(''));
    printed.splice(0);
    expect(await examine()).toBe(1);
    expect(said()).toContain(key);
    await expect(examine({ repair: true })).rejects.toThrow('needs a reason');
    expect(await examine({ repair: true, why: 'a damaged disk' })).toBe(0);
    expect(said()).toMatch(/repaired moves\/00000002\.json: .*\nEpoch 3: markets 1\.0\.1 → 1\.0\.2/s);
  });

  test('goes on with a restored store', async () => {
    await expect(restore(context(), { names: [] })).rejects.toThrow('needs a reason');
    await restore(context(), { names: [], why: 'the disk was lost' });
    expect(said()).toMatch(/Epoch \d{8}: pages take what is live in this store/);
  });
});

test('keys are created, added and retired, and the manifest is signed again', async () => {
  const paths = keyPaths(await temporaryFolder());
  const keys = {
    paths,
    service: release.service,
    now: () => release.clock.now,
    print: (text: string) => printed.push(text),
  };
  await keyCommand(keys, ['create']);
  await keyCommand(keys, ['add']);
  const [first] = /2026-11-20-\w+/.exec(printed[0] ?? '') ?? [];
  await keyCommand(keys, ['retire', first ?? '']);
  expect(printed.at(-1)).not.toContain(first);
  await expect(keyCommand(keys, ['melt'])).rejects.toThrow('keys melt is not known');
  await expect(keyCommand(keys, ['retire'])).rejects.toThrow('Which key?');
});

test('pruning lists what it deletes', async () => {
  await release.publish('markets', '0.0.1', { publishedAt: 0 });
  const print = (text: string) => printed.push(text);
  await prune(release.service, { now: Date.UTC(2026, 10, 20), dryRun: true, print });
  expect(printed).toContain('would remove markets@0.0.1');
});

test('the outbox shows the newest mails, or reports that there is none', async () => {
  const folder = await folderWith({ '1.eml': 'first', '2.eml': 'second', '.hidden': 'no' });
  expect((await lastMessages(folder, 5)).map(({ text }) => text)).toEqual(['second', 'first']);
  expect(await lastMessages(`${folder}/none`, 5)).toEqual([]);
});
