// `npm run tessera -- dev <name>`: runs a remote from its sources inside a released platform.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseDescriptor, ReleaseError, remoteName } from '@tessera/releases';
import { UsageError } from '../usage.ts';
import { overrideUrl } from './override-url.ts';

/** ms that the first compilation may take. */
const READY_WITHIN = 60_000;

const root = resolve(import.meta.dirname, '../../../..');

function readArguments(args: readonly string[]) {
  const string = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { platform: string, port: string },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError('Exactly one remote is needed: dev markets');
  if (!remoteName.safeParse(name).success || !existsSync(join(root, 'remotes', name, 'remote.json'))) {
    throw new UsageError(`There is no remotes/${name}/remote.json.`);
  }
  if (values.port !== undefined && !/^\d{2,5}$/.test(values.port)) throw new UsageError('--port is a port number.');
  const platform = values.platform ?? process.env.TESSERA_PLATFORM ?? 'http://localhost:8080';
  if (!URL.canParse(platform)) throw new UsageError(`--platform is an address such as http://localhost:8080.`);
  return { name, platform: new URL(platform).origin, port: values.port === undefined ? 0 : Number(values.port) };
}

/** The asked port, or any that is free, of this machine alone. */
function freePort(asked: number): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.on('error', () => failed(new UsageError(`Port ${asked} is in use: choose another with --port.`)));
    probe.listen(asked, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

async function requirePlatform(platform: string): Promise<void> {
  const answer = await fetch(`${platform}/h5/manifest.json`).catch(() => undefined);
  if (!answer?.ok) {
    throw new UsageError(
      `No platform answers at ${platform}: start one with npm start, or name another by --platform.`,
    );
  }
}

async function untilServed(origin: string, server: ChildProcess): Promise<void> {
  const until = performance.now() + READY_WITHIN;
  while (performance.now() < until && server.exitCode === null) {
    const answer = await fetch(`${origin}/remoteEntry.js`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(200);
  }
  server.kill('SIGTERM');
  throw new UsageError('The development server does not start; its own words stand above.');
}

async function main(): Promise<void> {
  const { name, platform, port: asked } = readArguments(process.argv.slice(2));
  const path = join(root, 'remotes', name, 'remote.json');
  const descriptor = parseDescriptor(JSON.parse(readFileSync(path, 'utf8')), path);
  await requirePlatform(platform);
  const port = await freePort(asked);
  const origin = `http://127.0.0.1:${port}`;
  const script = join(root, 'deploy/launcher/src/development-servers.ts');
  const server = spawn(process.execPath, [script, `${join(root, 'remotes', name)}=${port}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));
  server.on('exit', (code) => process.exit(code ?? 0));
  await untilServed(origin, server);
  console.log(`
${name} runs from its sources, everything else as it is released at ${platform}.

  Open  ${overrideUrl(platform, name, origin, descriptor.routes[0]?.path ?? '/')}
  Stop  Ctrl-C

A change of its sources reloads the page. A change of remote.json shows when the page is reloaded.`);
}

try {
  await main();
} catch (error) {
  const parsing = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof UsageError || error instanceof ReleaseError || parsing)) throw error;
  console.error((error as Error).message);
  process.exitCode = 2;
}
