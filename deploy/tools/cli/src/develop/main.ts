// `npm run tessera -- dev <name>`: runs a remote from its sources inside a released platform.
import { join, resolve } from 'node:path';
import { UsageError } from '../usage.ts';
import { readArguments } from './arguments.ts';
import { watchDescriptor } from './descriptor-watch.ts';
import { DevelopmentFailure } from './development-failure.ts';
import { overrideUrl } from './override-url.ts';
import { requirePlatform } from './platform.ts';
import { type DevelopmentServer, startServer, usablePort } from './server.ts';

/** Interval in ms for checking that the parent process still exists. */
const LOOKS_AFTER_PARENT_EVERY = 500;

const root = resolve(import.meta.dirname, '../../../../..');

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

/** Prints the URL of the remote, or why it is not served, on every change. Returns a function that stops it. */
function sayWhere(name: string, platform: string, { origin }: DevelopmentServer): () => void {
  const where = `remotes/${name}/remote.json`;
  return watchDescriptor(join(root, where), name, where, (verdict) => {
    if ('faults' in verdict) {
      console.error(
        `\n${verdict.faults}\n\nPages reject ${name} like this. It is served as soon as the faults are fixed.`,
      );
      return;
    }
    console.log(`
${name} runs from its sources, everything else as released at ${platform}.

  Open  ${overrideUrl(platform, name, origin, verdict.descriptor.routes[0]?.path ?? '/')}
  Stop  Ctrl-C

A change of its sources reloads the page. A change of remote.json shows when the page is reloaded.`);
  });
}

async function main(): Promise<number> {
  const { name, platform, port } = readArguments(process.argv.slice(2), join(root, 'remotes'), process.env);
  await requirePlatform(platform, fetch);
  const server = startServer(root, name, await usablePort(port), new URL(platform).hostname);
  let stopping = false;
  let endWatch = () => {};
  const stop = () => {
    stopping = true;
    endWatch();
    server.stop();
  };
  onStop(stop);
  try {
    await server.ready();
    if (!stopping) endWatch = sayWhere(name, platform, server);
  } catch (error) {
    if (!stopping) {
      stop();
      throw error;
    }
  }
  const code = await server.ended;
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
