import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureSigningKeys, keyPaths, openReleaseService } from '@tessera/releases';
import { buildStale, buildsOf } from '../../../deploy/tools/launcher/src/builds.ts';
import { ROOT } from '../../../deploy/tools/launcher/src/layout.ts';
import { freePort } from '../../../deploy/tools/launcher/src/ports.ts';
import { releaseBuilds } from '../../../deploy/tools/launcher/src/release-builds.ts';

export type Shell = {
  /** Address of the host. */
  readonly url: string;
  stop(): Promise<void>;
};

async function untilServed(url: string, gateway: ChildProcess): Promise<void> {
  const deadline = AbortSignal.timeout(30_000);
  while (gateway.exitCode === null) {
    deadline.throwIfAborted();
    const response = await fetch(`${url}manifest.json`, { signal: deadline }).catch(() => null);
    if (response?.ok) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`The gateway ended with ${gateway.exitCode}`);
}

/** The built host and remotes behind the gateway, without a backend. */
export async function startShell(): Promise<Shell> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  const builds = buildsOf(await buildStale((line) => console.log(line)));
  await ensureSigningKeys(keyPaths(folder), Date.now());
  const service = await openReleaseService({}, folder);
  await releaseBuilds(service, builds, { now: Date.now(), report: () => undefined });
  const port = await freePort();
  const gateway = spawn(process.execPath, [join(ROOT, 'deploy/release/gateway/src/main.ts')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      BACKEND_PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
    },
  });
  const ended = once(gateway, 'exit');
  const url = `http://localhost:${port}/h5/`;
  const stop = async () => {
    gateway.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilServed(url, gateway);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
