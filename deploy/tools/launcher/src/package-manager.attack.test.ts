import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@tessera/releases/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './layout.ts';

const LAUNCHER = 'deploy/tools/launcher';
const VERSION = '12.21.0';

let root: string;
let registry: Server;
let requests: string[];
let content: Buffer;

const integrityOf = (content: Buffer) => `sha512-${createHash('sha512').update(content).digest('base64')}`;

/** A package manager that leaves a file beside it and repeats what it was asked. */
function packed(): Buffer {
  const folder = join(root, 'packed/package');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'pnpm', version: VERSION }));
  writeFileSync(join(folder, 'pnpm'), `#!/bin/sh\ntouch "${join(root, 'was-run')}"\necho "asked: $*"\n`, {
    mode: 0o755,
  });
  execFileSync('tar', ['-czf', join(root, 'packed.tgz'), '-C', join(root, 'packed'), 'package']);
  return readFileSync(join(root, 'packed.tgz'));
}

/** Whatever platform this is, its program is the packed one. */
function respond(url: string, origin: string): Buffer | string {
  const [, platform] = /exe\.([\w-]+)/.exec(url) ?? [];
  const name = `@pnpm/exe.${platform}`;
  if (url.endsWith('.tgz')) return content;
  const dist = { tarball: `${origin}/${name}/-/exe.${platform}-${VERSION}.tgz`, integrity: integrityOf(content) };
  return JSON.stringify({
    name,
    'dist-tags': { latest: VERSION },
    versions: { [VERSION]: { name, version: VERSION, dist } },
  });
}

beforeEach(async () => {
  root = await temporaryFolder();
  requests = [];
  content = packed();
  registry = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end(respond(request.url ?? '', `http://127.0.0.1:${(registry.address() as AddressInfo).port}`));
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  for (const file of ['run.mjs', 'package-manager.mjs', 'unused-files.mjs']) {
    cpSync(join(ROOT, LAUNCHER, file), join(root, LAUNCHER, file));
  }
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) writeFileSync(join(root, file), '');
});
afterEach(() => new Promise((done) => registry.close(done)));

/** Pins a hash for every platform, so that the test means the same on each. */
function pin(integrity: string): void {
  const file = join(root, LAUNCHER, 'package-manager.mjs');
  const text = readFileSync(file, 'utf8');
  const pinned = text.replace(
    /const INTEGRITY = \{[^}]*\};/,
    `const INTEGRITY = new Proxy({}, { get: () => '${integrity}' });`,
  );
  expect(pinned).not.toBe(text);
  writeFileSync(file, pinned);
}

function run(
  script: string,
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [join(root, LAUNCHER, script), ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: root,
      npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
      npm_config_cache: join(root, 'cache'),
      npm_config_fetch_retries: '0',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((done) => child.on('close', (code) => done({ code, output })));
}

test('the package manager with the pinned hash is installed once, and run', async () => {
  pin(integrityOf(content));
  expect(await run('package-manager.mjs', 'audit', '--prod')).toMatchObject({
    code: 0,
    output: expect.stringContaining('asked: audit --prod'),
  });
  const before = requests.length;
  await run('package-manager.mjs', 'audit');
  expect(requests).toHaveLength(before);
});

test('a registry that has another one under its name gets nothing run', async () => {
  pin(integrityOf(Buffer.from('the program that was looked at')));
  const { code, output } = await run('run.mjs', 'script.ts');
  expect(code).toBe(1);
  expect(output).toContain('has another hash than deploy/tools/launcher/package-manager.mjs pins');
  expect(requests.length).toBeGreaterThan(0);
  expect(existsSync(join(root, 'was-run'))).toBe(false);
});
