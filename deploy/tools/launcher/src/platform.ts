import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type DataLock, lockData } from './data-lock.ts';
import { answers } from './health.ts';
import { ROOT } from './layout.ts';
import { freePort, portProblem } from './ports.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { type Supervised, supervise } from './supervised.ts';

/** Milliseconds within which every process must respond; the first start makes history for 200 instruments. */
const HEALTHY_WITHIN = 120_000;
/** A process that crashed this often before its first response will not recover by itself. */
const HOPELESS = 4;

export type Platform = {
  readonly port: number;
  readonly dataDir: string;
  /** Where the one origin is, without a path. */
  readonly origin: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the platform stops. */
  readonly stopping: AbortSignal;
  /** What goes on beside the processes; a stop waits until it has ended. */
  during(work: Promise<unknown>): void;
  /** Starts a Node process that is kept running until the platform stops. */
  run(name: string, args: readonly string[], env?: Readonly<Record<string, string>>): Supervised;
  /** Resolves when a URL responds; stops everything with the reason when it does not. */
  untilHealthy(what: Supervised, name: string, url: string): Promise<void>;
  /** Ends with an error in words. */
  fail(message: string): Promise<never>;
};

const print = (line: string) => console.log(line);

/** Takes port and data folder, and sees to it that everything started is stopped, last started first. */
export async function openPlatform(): Promise<Platform> {
  const port = Number(process.env.PORT ?? 8080);
  const dataDir = resolve(process.env.DATA_DIR ?? join(ROOT, '.data'));
  const problem = await portProblem(port, process.env.HOST ?? 'localhost');
  if (problem) {
    console.error(problem);
    process.exit(1);
  }
  const lock = lockData(dataDir);
  if ('heldBy' in lock) {
    console.error(
      `${dataDir} is in use by process ${lock.heldBy}. Stop it, or choose another folder: DATA_DIR=… npm start`,
    );
    process.exit(1);
  }
  return supervisePlatform(port, dataDir, lock);
}

async function supervisePlatform(port: number, dataDir: string, lock: DataLock): Promise<Platform> {
  const running: Supervised[] = [];
  const stopping = new AbortController();
  const works: Promise<unknown>[] = [];
  const stopAll = async () => {
    stopping.abort();
    await Promise.allSettled(works);
    for (const one of running.splice(0).reverse()) await one.stop();
    lock.release();
  };
  let killable: Supervised[] = [];
  stopOnSignal(
    () => {
      print('\nStopping. Press Ctrl-C again to end everything at once.');
      killable = [...running];
      stopAll().then(() => process.exit(0));
    },
    () => {
      for (const one of killable) one.kill();
      lock.release();
      process.exit(130);
    },
  );
  const backendPort = Number(process.env.BACKEND_PORT ?? (await freePort()));
  const registryPort = Number(process.env.REGISTRY_PORT ?? (await freePort()));
  const env = {
    LOG_LEVEL: 'warn',
    DEVELOPER_TOOLS: '1',
    REGISTRY_PUBLISH: '1',
    TESSERA_ENVIRONMENT: 'development',
    // What processes have compiled, so that the next start of each takes a part of the time.
    NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    BACKEND_PORT: String(backendPort),
    REGISTRY_PORT: String(registryPort),
    INTERNAL_TOKEN: randomBytes(32).toString('base64url'),
    PUBLIC_KEYS: process.env.PUBLIC_KEYS ?? join(dataDir, 'keys/public.json'),
  };
  const fail = async (message: string): Promise<never> => {
    console.error(`\n${message}`);
    await stopAll();
    process.exit(1);
  };
  return {
    port,
    dataDir,
    origin: `http://localhost:${port}`,
    env,
    stopping: stopping.signal,
    during: (work) => void works.push(work),
    fail,
    run(name, args, more) {
      const one = supervise({ name, args, env: { ...env, ...more }, cwd: ROOT, print, onStart: lock.remember });
      running.push(one);
      return one;
    },
    async untilHealthy(what, name, url) {
      const until = performance.now() + HEALTHY_WITHIN;
      const hopeless = () => what.crashes() >= HOPELESS || performance.now() > until;
      if (!(await answers(url, hopeless, pause))) await fail(`${name} does not start; its own words stand above.`);
    },
  };
}
