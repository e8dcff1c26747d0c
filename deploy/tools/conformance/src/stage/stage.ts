import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext } from '@playwright/test';
import {
  DEFAULT_LIMITS,
  ensureSigningKeys,
  FolderStorage,
  type Gate,
  keyPaths,
  ReleaseService,
  ReleaseStore,
  readSigningKeys,
  signingKeyring,
  slotOf,
} from '@tessera/releases';
import { temporaryFolder } from '../build.ts';
import { CheckFailure } from '../check-failure.ts';
import { startServer } from './child.ts';
import type { Cleanup } from './cleanup.ts';
import { type Base, watchRequests } from './screen.ts';
import { startStubBackend } from './stub-backend.ts';

/** A platform of the remote's own: host and remote behind the real gateway, and a browser. */
export type Stage = Base & {
  readonly service: ReleaseService;
  /** Makes a version live, if it is not, and resolves when the gateway serves it. */
  serve(name: string, version: string): Promise<void>;
  /**
   * A phone with a signed-in, verified user, so that every route is open. `globals` are set before any script of a page
   * runs.
   */
  phone(globals?: Readonly<Record<string, unknown>>): Promise<BrowserContext>;
};

const OPEN_GATE: Gate = { remote: async () => [], host: async () => [], links: async () => [] };

const STAGE_USER = {
  uid: '1000001',
  accountName: 'check@tessera.example',
  nickname: 'Check',
  avatar: null,
  verificationLevel: 2,
  hasPayPassword: true,
};

/** Timeout of gateway and store in ms. */
const SERVED_WITHIN = 30_000;
/** Polling interval in ms. */
const LOOKS_EVERY = 100;

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

/** Polls a URL until its response is as expected. Rejects with CheckFailure on a timeout. */
async function untilServed(url: string, good: (text: string) => boolean, gateway: ChildProcess): Promise<void> {
  const until = performance.now() + SERVED_WITHIN;
  while (performance.now() < until && gateway.exitCode === null) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok && good(await response.text())) return;
    await pause(LOOKS_EVERY);
  }
  throw new CheckFailure(`The gateway does not serve ${url}; see its output above.`);
}

async function createReleaseService(dataDir: string): Promise<ReleaseService> {
  const paths = keyPaths(dataDir);
  await ensureSigningKeys(paths, Date.now());
  let drawn = 0;
  return new ReleaseService({
    store: new ReleaseStore(
      new FolderStorage(join(dataDir, 'releases')),
      signingKeyring(() => readSigningKeys(paths)),
    ),
    now: Date.now,
    random: () => `check${String(++drawn).padStart(12, '0')}`,
    gate: OPEN_GATE,
    // The page must not load itself again while its memory is watched.
    limits: { ...DEFAULT_LIMITS, limits: { swaps: 10_000, heapMiB: 4_000 } },
  });
}

/** Starts the stage in a temporary folder. Stages may share a browser: each phone has storage of its own. */
export async function openStage(root: string, browser: Browser, patience: number, cleanup: Cleanup): Promise<Stage> {
  const dataDir = temporaryFolder('check', cleanup);
  const service = await createReleaseService(dataDir);
  const backend = await startStubBackend();
  cleanup.add(backend.stop);
  const port = await freePort();
  const gateway = startServer(root, join(root, 'deploy/release/gateway/src/main.ts'), cleanup, {
    ...process.env,
    PORT: String(port),
    HOST: 'localhost',
    DATA_DIR: dataDir,
    BACKEND_PORT: String(backend.port),
    REGISTRY_PORT: String(backend.port),
    INTERNAL_TOKEN: 'check',
    LOG_LEVEL: 'silent',
  });
  const origin = `http://localhost:${port}`;
  await untilServed(`${origin}/h5/`, () => true, gateway);
  return {
    origin,
    base: '/',
    service,
    patience,
    async serve(name, version) {
      const live = slotOf((await service.latest())?.state, name)?.stable;
      if (live !== version) await service.promote({ name, version }, { who: 'check', why: 'the conformance run' });
      const stable = `\\"stable\\":{\\"name\\":\\"${name}\\",\\"version\\":\\"${version}\\"`;
      await untilServed(`${origin}/h5/manifest.json`, (text) => text.includes(stable), gateway);
    },
    async phone(globals = {}) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        // Requests of a worker would not be watched.
        serviceWorkers: 'block',
      });
      context.on('page', watchRequests);
      await context.addInitScript(
        ([user, given]) => {
          localStorage.setItem('tessera.host.web-version', '1');
          localStorage.setItem('tessera.host.token', 'check');
          localStorage.setItem('tessera.host.user', JSON.stringify(user));
          Object.assign(self, given);
        },
        [STAGE_USER, globals] as const,
      );
      return context;
    },
  };
}
