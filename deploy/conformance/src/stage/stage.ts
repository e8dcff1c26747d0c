import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import {
  DEFAULT_LIMITS,
  ensureSigningKeys,
  FolderStorage,
  type Gate,
  keyPaths,
  ReleaseDesk,
  ReleaseStore,
  readSigningKeys,
} from '@tessera/releases';
import { startStubBackend } from './stub-backend.ts';

/** A platform of the remote's own: host and remote behind the real gateway, and a browser. */
export type Stage = {
  readonly origin: string;
  readonly desk: ReleaseDesk;
  /** A phone with somebody signed in whose identity is verified, so that every route is open. */
  phone(): Promise<BrowserContext>;
  stop(): Promise<void>;
};

const OPEN_GATE: Gate = { remote: async () => [], host: async () => [] };

const SOMEBODY = {
  uid: '1000001',
  accountName: 'check@tessera.example',
  nickname: 'Check',
  avatar: null,
  verificationLevel: 2,
  hasPayPassword: true,
};

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function untilServed(origin: string, gateway: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300 && gateway.exitCode === null; tries += 1) {
    const answer = await fetch(`${origin}/h5/`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('the gateway does not start');
}

const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--js-flags=--expose-gc',
    ],
  });

/** Sets the stage in a temporary folder; `stop` leaves nothing of it. */
export async function openStage(root: string): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-check-'));
  const stops: (() => Promise<unknown> | unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const paths = keyPaths(dataDir);
    await ensureSigningKeys(paths, Date.now());
    let drawn = 0;
    const desk = new ReleaseDesk({
      store: new ReleaseStore(new FolderStorage(join(dataDir, 'releases'))),
      keys: () => readSigningKeys(paths),
      now: Date.now,
      random: () => `check${String(++drawn).padStart(12, '0')}`,
      gate: OPEN_GATE,
      // The page must not load itself anew while its memory is watched.
      limits: { ...DEFAULT_LIMITS, limits: { swaps: 10_000, heapMiB: 4_000 } },
    });
    const backend = await startStubBackend();
    stops.push(backend.stop);
    const port = await freePort();
    const gateway = spawn(process.execPath, [join(root, 'deploy/gateway/src/main.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: 'localhost',
        DATA_DIR: dataDir,
        BACKEND_PORT: String(backend.port),
        REGISTRY_PORT: String(backend.port),
        INTERNAL_TOKEN: 'check',
        LOG_LEVEL: 'silent',
      },
    });
    stops.push(async () => {
      const ended = once(gateway, 'exit');
      gateway.kill('SIGTERM');
      await ended;
    });
    const origin = `http://localhost:${port}`;
    await untilServed(origin, gateway);
    const browser = await launch();
    stops.push(() => browser.close());
    return {
      origin,
      desk,
      stop,
      async phone() {
        const context = await browser.newContext({
          viewport: { width: 390, height: 844 },
          isMobile: true,
          hasTouch: true,
        });
        await context.addInitScript((user) => {
          localStorage.setItem('tessera.host.web-version', '1');
          localStorage.setItem('tessera.host.token', 'check');
          localStorage.setItem('tessera.host.user', JSON.stringify(user));
        }, SOMEBODY);
        return context;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
