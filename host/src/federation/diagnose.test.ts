// @vitest-environment jsdom
import '../testing/federation.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { remoteOf } from '../testing/manifests.ts';
import { diagnose } from './diagnose.ts';

const remote = remoteOf('markets');
const FOLDER = `${location.origin}/h5/${remote.entry.replace(/[^/]+$/, '')}`;
const CHUNK = `${FOLDER}page.js`;
const HASH = 'sha256-of-page';
const listed = { ...remote, assets: [['page.js', HASH]] as const };

const script = (status = 200, type = 'text/javascript') =>
  new Response('code', { status, headers: { 'content-type': type } });

/** `way`: what the server says of the file now; the rest of it responds. */
type Way = 'right' | 'reset' | '404' | '500' | 'HTML' | 'HTML with 404' | 'other bytes';
function server(way: Way, manifest = true): void {
  vi.stubGlobal('fetch', async (url: string, { integrity }: RequestInit = {}) => {
    if (!url.startsWith(FOLDER)) return manifest ? script(200, 'application/json') : Promise.reject(new TypeError());
    if (way === 'reset') throw new TypeError('Failed to fetch');
    // What does not have the demanded hash is rejected by the browser.
    if (integrity && way !== 'right') throw new TypeError('Failed to fetch');
    if (way === '404') return script(404, 'application/json');
    if (way === '500') return script(500);
    if (way === 'HTML') return script(200, 'text/html; charset=utf-8');
    if (way === 'HTML with 404') return script(404, 'text/html');
    return script();
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
])('%s that failed', (what, error) => {
  test.each([
    ['right', 'network'],
    ['reset', 'network'],
    ['500', 'network'],
    ['HTML', 'network'],
    ['HTML with 404', 'network'],
    ['404', 'load'],
    ['other bytes', 'integrity'],
  ] as const)('and is %s when it is asked for again: %s', async (way, diagnosis) => {
    server(way);
    const asked = what === 'the entry' ? { ...listed, integrity: HASH } : listed;
    expect(await diagnose(asked, error)).toBe(diagnosis);
  });
});

test('a missing file counts only while the server knows the rest', async () => {
  server('404', false);
  expect(await diagnose(listed, chunkError(CHUNK))).toBe('network');
});

test.each(['404', 'other bytes', 'reset'] as const)(
  'a file of the host (%s) is no fault of the remote',
  async (way) => {
    server(way);
    for (const url of [`${location.origin}/h5/assets/shared_ui.js`, `${location.origin}/h5/remotes/other/1/page.js`])
      expect(await diagnose(listed, new Error('page', { cause: chunkError(url) }))).toBe('network');
  },
);

test("an error of the page's own code is the version's", async () => {
  expect(await diagnose(listed, new TypeError('x is not a function'))).toBe('evaluation');
});
