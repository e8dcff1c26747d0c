// @vitest-environment jsdom
import '../testing/federation.ts';
import { ABSENT_HEADER, ASKED_HEADER, absentMark } from '@tessera/manifest';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { remoteOf } from '../testing/manifests.ts';
import { diagnose } from './diagnose.ts';

const remote = remoteOf('markets');
const FOLDER = `${location.origin}/h5/${remote.entry.replace(/[^/]+$/, '')}`;
const CHUNK = `${FOLDER}page.js`;

/** What responds to the question, and how. */
const WAYS = {
  'the gateway: it is there': () => new Response('code'),
  'the gateway: it is not there': (asked) => gone(absentMark('markets@1.0.0', 'load', asked)),
  'the gateway: it is not what was published': (asked) => gone(absentMark('markets@1.0.0', 'integrity', asked)),
  'a cache: what the gateway once said': () => gone(absentMark('markets@1.0.0', 'load', 'a'.repeat(32))),
  'the gateway: another version is not there': (asked) => gone(absentMark('markets@1.0.1', 'load', asked)),
  'a page with the mark': (asked) =>
    new Response('<!doctype html>', marked(200, absentMark('markets@1.0.0', 'load', asked))),
  'an echo of the question': (asked) => gone(asked),
  'a 404 in between': () => gone(),
  'a 404 with a page': () => new Response('<!doctype html>', { status: 404, headers: { 'content-type': 'text/html' } }),
  'a 500': () => new Response('{}', { status: 500 }),
  'a log-in page': () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  'other bytes': () => new Response('void 0'),
  'half of it': () => new Response('co'),
  nothing: () => Promise.reject(new TypeError('Failed to fetch')),
} satisfies Record<string, (asked: string) => Response | Promise<Response>>;
type Way = keyof typeof WAYS;

const marked = (status: number, mark?: string) => ({ status, headers: mark ? { [ABSENT_HEADER]: mark } : {} });
const gone = (mark?: string) => new Response('{}', marked(404, mark));

function network(way: Way): void {
  vi.stubGlobal('fetch', async (url: string, { headers, cache }: RequestInit = {}) => {
    expect([url.startsWith(FOLDER), cache]).toEqual([true, 'reload']);
    return WAYS[way](new Headers(headers).get(ASKED_HEADER) ?? '');
  });
}

const chunkError = (request: string) =>
  Object.assign(new Error('Loading chunk failed'), { name: 'ChunkLoadError', request });
const styleError = (request: string) =>
  Object.assign(new Error('Loading CSS chunk failed'), { code: 'CSS_CHUNK_LOAD_FAILED', request });
const entryError = () => new Error('#RUNTIME-008', { cause: new Error('ScriptNetworkError: Failed to load') });

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['a script', chunkError(CHUNK)],
  ['a style sheet', styleError(CHUNK)],
  ['the entry', entryError()],
])('%s that failed', (_what, error) => {
  test.each([
    ['the gateway: it is not there', 'load'],
    ['the gateway: it is not what was published', 'integrity'],
    ...(Object.keys(WAYS) as Way[])
      .filter((way) => !/it is not (?:there|what was published)$/.test(way) || way.includes('another'))
      .map((way) => [way, 'network'] as const),
  ] as const)('%s is %s', async (way, diagnosis) => {
    network(way);
    expect(await diagnose(remote, error)).toBe(diagnosis);
  });
});

test('each question has an id of its own', async () => {
  const asked = new Set<string>();
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    asked.add(new Headers(headers).get(ASKED_HEADER) ?? '');
    return gone();
  });
  for (const _again of [1, 2, 3]) await diagnose(remote, chunkError(CHUNK));
  expect(asked.size).toBe(3);
  for (const id of asked) expect(id).toMatch(/^[0-9a-f]{32}$/);
});

test('a file of the host or of another remote is not even asked for', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  for (const url of [`${location.origin}/h5/assets/shared_ui.js`, `${location.origin}/h5/remotes/other/1/page.js`])
    expect(await diagnose(remote, new Error('page', { cause: chunkError(url) }))).toBe('network');
  expect(fetched).not.toHaveBeenCalled();
});

test("an error of the page's own code is the version's", async () => {
  expect(await diagnose(remote, new TypeError('x is not a function'))).toBe('evaluation');
});
