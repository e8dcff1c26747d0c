import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requestsOf } from '../sources/requests-of.ts';
import { declaredTexts } from './declared-texts.ts';
import { REPOSITORY } from './shared-sources.ts';

const remotes = globSync('remotes/*/src/remote.tsx', { cwd: REPOSITORY });

/** The sources that a page is made of, what it loads later included. */
function sourcesFrom(page: string): readonly string[] {
  const files = new Set([page]);
  for (const file of files) {
    if (!/\.tsx?$/.test(file)) continue;
    const { modules } = requestsOf(file, readFileSync(file));
    for (const request of modules) if (request.startsWith('.')) files.add(join(dirname(file), request));
  }
  return [...files].filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(file, 'utf8'));
}

const SHOWN = /\b(?:useTexts|useTextByKey)\(\s*'([^']+)'|\btext\(\s*['`]([\w/-]+):/g;
/** What is loaded later may fetch its texts itself. */
const FETCHED = /\b(?:addTexts|withTexts)\(\s*'([^']+)'/g;

const namesIn = (sources: readonly string[], pattern: RegExp): ReadonlySet<string> =>
  new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '')));

describe.each(remotes)('%s', (path) => {
  const file = join(REPOSITORY, path);
  const source = readFileSync(file, 'utf8');
  const { parts, pages } = declaredTexts(source);
  const remote = basename(dirname(dirname(file)));
  const requests = requestsOf(file, Buffer.from(source)).modules;

  test('names its parts after itself and the folder of their texts', () => {
    for (const part of parts) {
      const [owner, folder = ''] = part.split('/');
      expect(owner).toBe(remote);
      expect(globSync(`${folder}/i18n/en.json`, { cwd: dirname(file) }), part).toHaveLength(1);
    }
  });

  test.each([...pages])('the page %s loads the texts that it shows', (page, declared) => {
    const request = requests.find((each) => each.startsWith(`./pages/${page}/`)) ?? '';
    const sources = sourcesFrom(join(dirname(file), request));
    const shown = namesIn(sources, SHOWN);
    const there = new Set(['common', remote, ...declared, ...namesIn(sources, FETCHED)]);
    expect([...shown].filter((namespace) => !there.has(namespace))).toEqual([]);
    expect(declared.filter((namespace) => namespace.startsWith(`${remote}/`) && !shown.has(namespace))).toEqual([]);
  });
});
