import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../deploy/tools/launcher/src/ports.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export type BenchPlatform = {
  readonly port: number;
  readonly origin: string;
  readonly folder: string;
  /** Resolves once calls are answered; rejects if the platform ends or takes four minutes. */
  ready(): Promise<void>;
  stop(): Promise<void>;
};

/** The whole platform on a port and a data folder of its own, as `npm start` runs it. */
export async function startBenchPlatform(): Promise<BenchPlatform> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  const origin = `http://localhost:${port}`;
  const platform = spawn(process.execPath, ['deploy/tools/launcher/src/start.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(platform, 'exit');
  return {
    port,
    origin,
    folder,
    async ready() {
      const deadline = AbortSignal.timeout(240_000);
      for (;;) {
        if (platform.exitCode !== null || deadline.aborted) throw new Error('The platform does not start.');
        const response = await fetch(`${origin}/api/getSiteConfig?lang=en`).catch(() => undefined);
        if (response?.ok) return;
        await new Promise((next) => setTimeout(next, 200));
      }
    },
    async stop() {
      platform.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
