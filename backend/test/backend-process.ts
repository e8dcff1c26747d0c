import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallId } from '@tessera/api/contract';
import { freePort } from './free-port.ts';
import { NODE_FLAGS } from './node-flags.ts';
import { withProof } from './session-key.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
/** Timeout in ms for the backend to accept calls, a recovering database included. */
const STARTS_WITHIN = 280_000;

export type BackendProcess = {
  readonly origin: string;
  /** Makes a call and returns the envelope. Rejects if the backend ends before it responds. */
  call(key: CallId, form: Record<string, string>, headers?: Record<string, string>): Promise<Envelope>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Stops the process from running, as a machine that hangs. `kill` ends it all the same. */
  freeze(): void;
  /** Lets it run on. */
  thaw(): void;
  /** Stops it like Ctrl-C and returns the exit code. */
  stop(): Promise<number | null>;
};

// The process is looked at from outside: its responses are unknown until a test has compared it.
export type Envelope = { readonly type: string; readonly error?: string; readonly message: unknown };

async function untilHealthy(origin: string, child: ChildProcess, said: () => string): Promise<void> {
  const until = performance.now() + STARTS_WITHIN;
  while (performance.now() < until && child.exitCode === null) {
    const response = await fetch(`${origin}/api/health`).catch(() => null);
    if (response?.ok) return;
    await pause(50);
  }
  throw new Error(`the backend does not start: ${said()}`);
}

/** The real backend in a separate process, with its own embedded PostgreSQL on `dataDir` unless `environment` names one. */
export async function startBackend(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BackendProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    env: {
      ...inherited,
      BACKEND_PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      DEMO_USER: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
  try {
    await untilHealthy(origin, child, () => said);
  } catch (error) {
    child.kill('SIGTERM');
    await exited;
    throw error;
  }
  return {
    origin,
    async call(key, form, headers = {}) {
      const [method = '', path = ''] = key.split(' ');
      const body = new URLSearchParams(form);
      const inQuery = method === 'GET';
      const url = `/api${path}${inQuery ? `?${body}` : ''}`;
      const response = await fetch(`${origin}${url}`, {
        method,
        headers: withProof({ method, url, headers, ...(!inQuery && { form: String(body) }) }, Date.now()),
        ...(!inQuery && { body }),
      });
      if (response.status !== 200) throw new Error(`${key} returned HTTP ${response.status}: ${await response.text()}`);
      return (await response.json()) as Envelope;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}
