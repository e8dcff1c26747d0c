import { beforeEach, describe, expect, test } from 'vitest';
import { publishBuild } from './built-version.ts';
import { hashOf } from './file-list.ts';
import { descriptorOf, folderWith, type TestReleases, testReleases } from './testing.ts';

const types = JSON.stringify({ entries: {}, files: {} });
const hash = hashOf(types);
const audit = { who: 'ada', why: 'faster', at: 7 };

const WHOLE: Readonly<Record<string, string>> = {
  'built/remoteEntry.js': 'entry',
  'built/page.js': 'page',
  'built/en.js': 'texts',
  'built.report.json': JSON.stringify({
    screens: { '/pages/a/b': ['page.js'] },
    provided: { '/pages/a/b': ['jotai'] },
    texts: { en: 'en.js' },
    more: 1,
  }),
  'built.contract.json': JSON.stringify({ schema: 1, uses: {}, types: { hash, text: types } }),
};

let release: TestReleases;
beforeEach(async () => {
  release = await testReleases();
});

const publish = async (files: Readonly<Record<string, string>>, name = 'markets') => {
  const folder = `${await folderWith(files)}/built`;
  const built = { name, version: '1.0.0', folder, descriptor: descriptorOf('markets') };
  return publishBuild(release.store, built, audit);
};

describe('a finished build', () => {
  test('is published with its screens, its texts and its use of the shared packages', async () => {
    expect(await publish(WHOLE)).toMatchObject({
      publishedAt: 7,
      who: 'ada',
      why: 'faster',
      screens: { '/pages/a/b': ['page.js'] },
      provided: { '/pages/a/b': ['jotai'] },
      texts: { en: 'en.js' },
      contract: { uses: {}, types: hash },
    });
    expect(await release.store.contract(hash)).toBe(types);
  });

  test.each([
    ['has no report', 'built.report.json', undefined, 'built.report.json cannot be read, build again'],
    ['has a truncated report', 'built.report.json', '{"screens":', 'built.report.json is not JSON'],
    ['has a report of an older format', 'built.report.json', '{}', 'built.report.json lacks what it needs:\n  screens'],
    ['has no contract', 'built.contract.json', undefined, 'built.contract.json cannot be read, build again'],
    ['has a truncated contract', 'built.contract.json', '{', 'built.contract.json is not JSON'],
  ])('is rejected if it %s, and nothing is stored', async (_, path, content, words) => {
    const { [path]: _gone, ...rest } = WHOLE;
    await expect(publish(content === undefined ? rest : { ...rest, [path]: content })).rejects.toMatchObject({
      code: 'build_incomplete',
      message: expect.stringContaining(words),
    });
    expect(await release.store.storage.list('')).toEqual([]);
  });

  test('is rejected under a name other than that of its descriptor', async () => {
    await expect(publish(WHOLE, 'trading')).rejects.toMatchObject({
      code: 'descriptor_invalid',
      message: 'The descriptor of trading is that of markets.',
    });
  });
});
