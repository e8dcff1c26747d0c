import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { developmentServer, type Opening } from './development.ts';

const FILES = {
  'package.json': JSON.stringify({ name: '@tessera/draw', type: 'module' }),
  'remote.json': JSON.stringify({ name: 'draw' }),
  'src/remote.tsx': "import './remote.css';\nexport default { pages: { '/pages/a/a': () => import('./page.tsx') } };\n",
  'src/page.tsx': "export default () => 'a page';\n",
  'src/remote.css': '.screen { margin: 0 }\n',
} as const;

let root: string;
let dir: string;
let origin: string;
let stop: () => Promise<void>;
let opening: Opening | undefined;

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tessera-development-'));
  dir = join(root, 'remotes/draw');
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  stop = await developmentServer(dir, port, ['staging.example'], () => opening);
});

afterAll(async () => {
  await stop?.();
  await rm(root, { recursive: true, force: true });
});

/** How a page of another origin asks. */
const ask = (path: string) =>
  fetch(`${origin}/${path}`, { headers: { Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'cross-site' } });

/** Whether a page of that origin is let in to hear of changes. */
const listens = (page: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { Origin: page } } as never);
    socket.addEventListener('error', () => done(false));
    // The first message holds the settings of the server, or the reason why it rejects.
    socket.addEventListener('message', ({ data }) => {
      socket.close();
      done((JSON.parse(data) as { action?: string; type?: string }).action !== 'error');
    });
  });

test('a remote is served to any page, and nothing of it is evaluated from text', async () => {
  for (const path of ['remoteEntry.js', 'src_remote_tsx.js']) {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.text()).not.toMatch(/\beval\(/);
  }
});

test('its container is that of version dev, and its styles are a file', async () => {
  expect(await (await ask('remoteEntry.js')).text()).toContain('tessera_draw_dev');
  const styles = await ask('src_remote_tsx.css');
  expect(styles.headers.get('content-type')).toContain('text/css');
  expect(await styles.text()).toContain('margin: 0');
});

test('its descriptor is served as it is on disk at that moment', async () => {
  const answer = await ask('remote.json');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.json()).toEqual({ name: 'draw' });
  await writeFile(join(dir, 'remote.json'), JSON.stringify({ name: 'draw', routes: [] }));
  expect(await (await ask('remote.json')).json()).toEqual({ name: 'draw', routes: [] });
  await unlink(join(dir, 'remote.json'));
  const none = await ask('remote.json');
  expect([none.status, none.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  await writeFile(join(dir, 'remote.json'), FILES['remote.json']);
  expect((await ask('remote.json')).status).toBe(200);
});

test('pages of this machine and of the platform in use hear of changes, others do not', async () => {
  expect(await listens('http://localhost:8080')).toBe(true);
  expect(await listens('https://staging.example')).toBe(true);
  expect(await listens('https://elsewhere.example')).toBe(false);
});

test('its page is opened by the grant of the moment, which only pages of the platform read', async () => {
  expect((await ask('open')).status).toBe(503);
  opening = { page: `${origin}/h5/?override=eyJz#/pages/a/a`, grant: 'eyJz' };
  const opened = await fetch(`${origin}/open`, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([302, opening.page]);
  const readBy = async (page: string) => {
    const answer = await fetch(`${origin}/override`, { headers: { Origin: page } });
    return [await answer.text(), answer.headers.get('access-control-allow-origin')];
  };
  expect(await readBy('https://staging.example')).toEqual(['eyJz', 'https://staging.example']);
  expect(await readBy('https://elsewhere.example')).toEqual(['eyJz', null]);
});
