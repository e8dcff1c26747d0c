// The registry: releases over HTTP, telemetry of pages, and monitoring of ramps.
import '@tessera/releases/explain-full-disk';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { diskProblem, figuresPath, isReleaseFault, openReleaseService } from '@tessera/releases';
import { takeDueSteps } from './due-steps.ts';
import { HealthMonitor } from './health-monitor.ts';
import { createRegistry } from './service.ts';
import { askBackend } from './staff.ts';

/** Interval between two tests in ms: a broken ramp is halted within two seconds of sufficient evidence. */
const LOOK_EVERY = 1_000;
/** Interval in ms for checking the age of the manifest in force. */
const RENEW_EVERY = 60_000;

const { env } = process;
const root = resolve(import.meta.dirname, '../../../..');
const dataDir = resolve(env.DATA_DIR ?? `${root}/.data`);
const figuresFile = figuresPath(dataDir);
const backend = env.BACKEND_URL ?? `http://127.0.0.1:${env.BACKEND_PORT ?? 8090}`;

const service = await openReleaseService(env, dataDir);
const snapshot: unknown = await readFile(figuresFile, 'utf8').then(JSON.parse, () => undefined);
const health = new HealthMonitor(
  {
    service,
    print: (line) => console.log(line),
    now: Date.now,
    ...(env.TELEMETRY_FAILURES_PER_NETWORK ? { failuresPerNetwork: Number(env.TELEMETRY_FAILURES_PER_NETWORK) } : {}),
    ...(env.TELEMETRY_NETWORKS_TO_HALT ? { networksToHalt: Number(env.TELEMETRY_NETWORKS_TO_HALT) } : {}),
  },
  snapshot,
);
const registry = await createRegistry({
  service,
  health,
  staff: askBackend(backend),
  developerTools: env.DEVELOPER_TOOLS === '1',
  publishing: env.REGISTRY_PUBLISH === '1',
  environment: env.TESSERA_ENVIRONMENT,
  trustedProxies: env.TRUSTED_PROXIES,
  logger: { level: env.LOG_LEVEL ?? 'warn' },
});

async function keepFigures(): Promise<void> {
  await mkdir(dirname(figuresFile), { recursive: true });
  await writeFile(`${figuresFile}.new`, JSON.stringify(health.snapshot()), { mode: 0o600 });
  await rename(`${figuresFile}.new`, figuresFile);
}

/** Repeats a task one run after the other; a run that fails is logged and does not end the others. */
function repeat(every: number, task: () => Promise<unknown>): () => void {
  let running = false;
  const run = async () => {
    if (running) return;
    running = true;
    try {
      await task();
    } catch (error) {
      registry.log.error(diskProblem(error) ?? error);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(run, every);
  return () => clearInterval(timer);
}

const stops = [
  repeat(LOOK_EVERY, async () => {
    await health.look();
    await takeDueSteps({ service, figures: health.figures, now: Date.now, print: (line) => console.log(line) });
    await keepFigures();
  }),
  repeat(RENEW_EVERY, () => service.renew()),
];

async function stop(): Promise<void> {
  for (const each of stops) each();
  await registry.close();
  await keepFigures();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

try {
  await service.store.storage.prove();
} catch (error) {
  // An unreachable store may recover; until then every call that needs it returns an error.
  if (!isReleaseFault(error) || error.code !== 'store_unreachable') throw error;
  registry.log.error(error.message);
}
await registry.listen({ port: Number(env.REGISTRY_PORT ?? 8091), host: env.REGISTRY_HOST ?? '127.0.0.1' });
