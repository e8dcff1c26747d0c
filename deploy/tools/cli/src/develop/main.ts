// `npm run tessera -- dev <name>`: runs a remote from its sources inside a released platform.
import { join, resolve } from 'node:path';
import { dataFolder, openReleaseService } from '@tessera/releases';
import { UsageError } from '../usage.ts';
import { readArguments } from './arguments.ts';
import { watchDescriptor } from './descriptor-watch.ts';
import { DevelopmentFailure } from './development-failure.ts';
import { grantSource, requireTaken } from './grant.ts';
import { overrideUrl } from './override-url.ts';
import { requirePlatform } from './platform.ts';
import { type DevelopmentServer, startServer } from './server.ts';
import { usablePort } from './usable-port.ts';

/** Interval in ms for checking that the parent process still exists. */
const LOOKS_AFTER_PARENT_EVERY = 500;
/** Interval in ms at which the grant is renewed; it holds three times as long. */
const RENEWS_EVERY = 5 * 60_000;

const root = resolve(import.meta.dirname, '../../../../..');
const dataDir = dataFolder(root, process.env, (line) => console.error(line));

/** Ends on Ctrl-C, on a signal, and when the parent is gone: a killed parent forwards no signal. */
function onStop(stop: () => void): void {
  let asked = false;
  const once = () => {
    if (!asked) stop();
    asked = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, once);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && once(), LOOKS_AFTER_PARENT_EVERY).unref();
}

/** Calls with the path of its first screen, and prints where to open it, or why not, on every change. */
function sayWhere(
  name: string,
  platform: string,
  { origin }: DevelopmentServer,
  moved: (path: string) => void,
): () => void {
  const where = `remotes/${name}/remote.json`;
  return watchDescriptor(join(root, where), name, where, (verdict) => {
    if ('faults' in verdict) {
      console.error(
        `\n${verdict.faults}\n\nPages reject ${name} like this. It is served as soon as the faults are fixed.`,
      );
      return;
    }
    moved(verdict.descriptor.routes[0]?.path ?? '/');
    console.log(`
${name} runs from its sources, everything else as released at ${platform}.

  Open  ${origin}/open
  Stop  Ctrl-C

A change of its sources reloads the page. A change of remote.json shows when the page is reloaded.`);
  });
}

async function main(): Promise<number> {
  const { name, platform, port } = readArguments(process.argv.slice(2), join(root, 'remotes'), process.env);
  await requirePlatform(platform, fetch);
  const usable = await usablePort(port);
  const override = { name, origin: `http://127.0.0.1:${usable}` };
  const obtain = grantSource({
    platform,
    token: process.env.TESSERA_TOKEN,
    fetch,
    local: () => openReleaseService(process.env, dataDir),
  });
  let grant = await obtain(override);
  await requireTaken(overrideUrl(platform, grant, '/'), override, fetch);
  const server = startServer(root, name, usable, new URL(platform).hostname);
  let path = '/';
  const opens = () => server.opens({ page: overrideUrl(platform, grant, path), grant });
  const renewing = setInterval(async () => {
    try {
      grant = await obtain(override);
      opens();
    } catch (error) {
      console.error(`The grant was not renewed: ${error instanceof Error ? error.message : error}`);
    }
  }, RENEWS_EVERY);
  let stopping = false;
  let endWatch = () => {};
  const stop = () => {
    stopping = true;
    clearInterval(renewing);
    endWatch();
    server.stop();
  };
  onStop(stop);
  try {
    await server.ready();
    if (!stopping) {
      endWatch = sayWhere(name, platform, server, (first) => {
        path = first;
        opens();
      });
    }
  } catch (error) {
    if (!stopping) {
      stop();
      throw error;
    }
  }
  const code = await server.ended;
  clearInterval(renewing);
  endWatch();
  return stopping ? 0 : code;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError || error instanceof DevelopmentFailure)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
