import { brotliCompressSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { publishPacked } from './built-version.ts';
import { hashOf } from './file-list.ts';
import { descriptorOf, entryOf, sentBuild, type TestReleases, temporaryFolder, testReleases } from './testing.ts';

/* Who sends a build controls every byte and every statement of it. Nothing of it is run. */

const types = JSON.stringify({ entries: {}, files: {} });
type Sent = ReturnType<typeof sentBuild> & { budget: number };

let release: TestReleases;
beforeEach(async () => {
  release = await testReleases();
});

async function publish(change: (sent: Sent) => void) {
  const sent: Sent = { ...sentBuild('markets', '1.0.0'), budget: 60 };
  change(sent);
  return publishPacked(
    release.store,
    {
      name: 'markets',
      version: '1.0.0',
      why: 'faster',
      descriptor: JSON.stringify(descriptorOf('markets', { budget: sent.budget })),
      report: JSON.stringify(sent.report),
      contract: JSON.stringify({ schema: 1, uses: sent.uses, types: { hash: hashOf(types), text: types } }),
      files: Object.entries(sent.files).map(([path, text]) => ({
        path,
        content: Buffer.from(text, 'latin1').toString('base64'),
      })),
    },
    { workDir: await temporaryFolder(), who: 'ada', at: 7 },
  );
}

/** The build whose page is this script, whose hash the entry holds. */
const withPage = (text: string) => (sent: Sent) => {
  sent.files['page.js'] = text;
  const { 'remoteEntry.js': _entry, ...chunks } = sent.files;
  sent.files['remoteEntry.js'] = entryOf('markets', '1.0.0', { chunks, shared: ['react'] });
};

test('a build that is what is said of it is published', async () => {
  await expect(publish(() => undefined)).resolves.toMatchObject({
    name: 'markets',
    version: '1.0.0',
    uses: ['globals: chunk', 'globals: page', 'globals: texts'],
  });
});

/** Pages of a team that leave with what they read, and what they are told to do instead. */
const LEAVING: readonly (readonly [string, string])[] = [
  ['location.href = "https://elsewhere.example/?" + text', 'the screen /pages/common/webView'],
  ['location.assign(text)', 'the screen /pages/common/webView'],
  ['top["loca" + "tion"].replace(text)', 'the screen /pages/common/webView'],
  ['const l = globalThis["location"]; l.href = text', 'the screen /pages/common/webView'],
  ['const d = document; d.location = text', 'the screen /pages/common/webView'],
  ['open(text)', 'the screen /pages/common/webView'],
  ['navigation.navigate(text)', 'the screen /pages/common/webView'],
  ['const a = document.createElement("a"); a.href = text', 'save files with saveFile or downloadFrom'],
  ['link.current.click()', 'save files with saveFile or downloadFrom'],
  ['link.current.dispatchEvent(new MouseEvent("click"))', 'render links with React'],
  ['form.action = "https://elsewhere.example"', 'render links with React'],
  ['require.jsx("meta", { httpEquiv: "refresh", content: text })', 'render links with React'],
  ['require.jsx("link", { rel: "dns-prefetch", href: text })', 'make calls with @tessera/api'],
];

test.each(LEAVING)('a page that leaves by %s is refused with what to do instead', async (way, instead) => {
  const published = publish(withPage(`self.page = (text) => { ${way}; };`));
  await expect(published).rejects.toMatchObject({
    code: 'build_incomplete',
    message: expect.stringMatching(/page\.js touches .*: /),
  });
  await expect(published).rejects.toThrow(instead);
});

test.each([
  ['saves a file', 'require.content.saveFile(new Blob([text]), "a.txt")', []],
  ['downloads a file of the origin', 'require.content.downloadFrom("/api/exports/1")', []],
  ['opens a screen', 'require.router.openScreen(require.router.screenUrl("/pages/common/webView", { url: text }))', []],
  ['opens its own page', 'location.assign("/h5/#" + text)', ['navigation: its own origin']],
  ['reads where it is', 'const { hash } = window.location, l = location; self.page = hash + l.search', []],
  [
    'links to another site',
    'require.jsx("a", { href: "https://help.example/a", children: text })',
    ['navigation: https://help.example'],
  ],
])('a page that %s is published, and listed by where it leads', async (_what, way, uses) => {
  const record = await publish(withPage(`self.page = (text) => { ${way}; };`));
  expect(record.uses?.filter((use) => !use.startsWith('globals: '))).toEqual(uses);
});

test.each<[string, (sent: Sent) => void, string]>([
  [
    'touches the session that the host keeps',
    withPage('self.page = localStorage["tessera." + "host.token"];'),
    'page.js touches what the host keeps',
  ],
  [
    'is nine bytes',
    (sent) => {
      sent.files['remoteEntry.js'] = 'alert(1)\n';
    },
    'remoteEntry.js is not the container tessera_markets_1_0_0 with the module ./remote',
  ],
  [
    'is no script',
    (sent) => {
      sent.files['remoteEntry.js'] = '<!doctype html>';
    },
    'a script cannot be read',
  ],
  [
    'is of another version',
    (sent) => {
      sent.files['remoteEntry.js'] = sentBuild('markets', '2.0.0').files['remoteEntry.js'] as string;
    },
    'is not the container',
  ],
  [
    'says in a comment what it is',
    (sent) => {
      sent.files['remoteEntry.js'] = '/* window.tessera_markets_1_0_0 = { "./remote": () => 1 } */';
    },
    'is not the container',
  ],
  [
    'has a chunk of other content',
    (sent) => {
      sent.files['page.js'] += 'alert(1);';
    },
    'page.js has not the hash',
  ],
  [
    'has a chunk that nothing names',
    (sent) => {
      sent.files['more.js'] = 'alert(1);';
    },
    'remoteEntry.js holds no hash of more.js',
  ],
  [
    'lacks a chunk',
    (sent) => {
      delete sent.files['page.js'];
      sent.report.screens = { '/pages/markets/markets': ['src_remote.js'] };
    },
    'holds the hash of page.js, which is missing',
  ],
  [
    'packs another file',
    (sent) => {
      sent.files['page.js.br'] = brotliCompressSync('alert(1);').toString('latin1');
    },
    'page.js.br does not unpack to page.js',
  ],
  [
    'packs a bomb',
    (sent) => {
      sent.files['page.js.br'] = brotliCompressSync(Buffer.alloc(50_000_000)).toString('latin1');
    },
    'page.js.br does not unpack to page.js',
  ],
  [
    'packs what is not there',
    (sent) => {
      sent.files['b.js.br'] = brotliCompressSync('b').toString('latin1');
    },
    'b.js.br packs a file that is not there',
  ],
  [
    'makes a contract up',
    (sent) => {
      sent.uses = { '@tessera/ui': { range: '^1.0.0', exports: ['Button'] } };
    },
    'its contract leaves out react, which it uses',
  ],
  [
    'leaves its contract out',
    (sent) => {
      sent.uses = {};
    },
    'its contract leaves out react, which it uses',
  ],
  [
    'has a route without a page',
    (sent) => {
      sent.files = { ...sent.files, ...sentBuild('markets', '1.0.0').files, 'src_remote.js': 'self.chunk = {};' };
    },
    '/pages/markets/markets has no page markets',
  ],
  [
    'lists less than a screen loads',
    (sent) => {
      sent.report.screens = { '/pages/markets/markets': [] };
    },
    'leaves out page.js, which /pages/markets/markets loads',
  ],
  [
    'lists a screen without a route',
    (sent) => {
      sent.report.screens['/pages/other/other'] = [];
    },
    'has a screen /pages/other/other',
  ],
  [
    'lists texts of a screen without a route',
    (sent) => {
      Object.assign(sent.report, { pageTexts: { '/pages/other/other': { de: [] } } });
    },
    'has a screen /pages/other/other',
  ],
  [
    'lacks a language',
    (sent) => {
      delete sent.report.texts.de;
    },
    'it has no texts in de',
  ],
  [
    'is above its budget',
    (sent) => {
      sent.budget = 0.1;
    },
    'the budget is 0.1 KiB',
  ],
])('a build that %s is refused, and nothing is stored', async (_, change, reason) => {
  await expect(publish(change)).rejects.toMatchObject({
    code: 'build_incomplete',
    message: expect.stringContaining(reason),
  });
  expect(await release.store.storage.list('')).toEqual([]);
});
