import { FolderStore } from '@tessera/releases';
import { descriptorOf, folderWith, temporaryFolder } from '@tessera/releases/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { lastMessages } from './outbox.ts';
import { type Arguments, type Context, releaseCommands } from './release-commands.ts';

let printed: string[];
let context: Context;
let sources: string;

const run = (command: string, given: Partial<Arguments> = {}) =>
  releaseCommands[command]?.(context, { names: [], ...given }) ?? Promise.reject(new Error('no such command'));

beforeEach(async () => {
  printed = [];
  sources = '1';
  context = {
    store: new FolderStore(await temporaryFolder()),
    print: (text) => printed.push(text),
    who: 'ada',
    now: () => Date.UTC(2026, 10, 20, 21, 18),
    build: async () => ({
      version: `1.0.${sources}`,
      folder: await folderWith({ 'remoteEntry.js': sources }),
    }),
    descriptor: async (name) => (name === 'markets' ? descriptorOf('markets') : undefined),
  };
});

const live = async () => (await context.store.latest())?.manifest.remotes.map(({ version }) => version);

describe('the command line', () => {
  test('publishes, promotes and rolls back', async () => {
    await run('publish', { names: ['markets'], why: 'first' });
    expect(printed[0]).toBe('markets@1.0.1 is published: 1 file(s), 1 KiB.');
    expect(await live()).toBeUndefined();
    await run('promote', { names: ['markets@1.0.1'], why: 'launch' });
    sources = '2';
    await run('publish', { names: ['markets'] });
    await run('promote', { names: ['markets@1.0.2'], why: 'faster' });
    expect(await live()).toEqual(['1.0.2']);
    await run('rollback', { names: ['markets'] });
    expect(await live()).toEqual(['1.0.1']);
    expect(printed.at(-1)).toBe('Epoch 3: markets 1.0.2 → 1.0.1');
  });

  test('says what is live, what was done and what there is', async () => {
    await run('publish', { names: ['markets'], why: 'first' });
    await run('promote', { names: ['markets@1.0.1'], why: 'launch' });
    printed = [];
    await run('status');
    await run('history');
    await run('versions', { names: ['markets'] });
    expect(printed.join('\n')).toMatch(/Epoch 1, 2026-11-20 21:18 UTC/);
    expect(printed.join('\n')).toMatch(/promote +ada +markets nothing → 1\.0\.1 +launch/);
    expect(printed.join('\n')).toMatch(/1\.0\.1 +2026-11-20 21:18 +ada +1 +live +first/);
  });

  test.each([
    ['publish', {}, 'Exactly one remote'],
    ['publish', { names: ['nobody'] }, 'There is no remotes/nobody/remote.json'],
    ['promote', { names: ['markets'] }, 'written <name>@<version>'],
    ['promote', { names: ['markets@1.0.1'] }, 'needs its reason'],
    ['promote', { names: ['markets@9.9.9'], why: 'x' }, 'was never published'],
    ['rollback', {}, 'Nothing has been promoted yet'],
    ['versions', { names: ['nobody'] }, 'Published remotes: none'],
    ['status', { names: ['markets'] }, 'takes no name'],
  ])('refuses %s %o and says why', async (command, given, reason) => {
    await expect(run(command, given)).rejects.toThrow(reason);
  });

  test('refuses to publish sources that are published', async () => {
    await run('publish', { names: ['markets'] });
    await expect(run('publish', { names: ['markets'] })).rejects.toThrow('a published version never changes');
  });
});

test('the outbox shows the newest mails, and nothing where there is none', async () => {
  const folder = await folderWith({ '1.eml': 'first', '2.eml': 'second', '.hidden': 'no' });
  expect((await lastMessages(folder, 5)).map(({ text }) => text)).toEqual(['second', 'first']);
  expect(await lastMessages(`${folder}/none`, 5)).toEqual([]);
});
