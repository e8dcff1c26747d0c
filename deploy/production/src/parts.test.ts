import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { temporaryFolder } from '@tessera/releases/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environmentOf, readCompose, serviceOf } from './compose.ts';
import { mainContainer, probedPaths } from './kubernetes.ts';
import { ROOT } from './repository.ts';
import { type Database, startDatabase } from './testing/database.ts';
import { freePort, type Running, responds, start, untilWell } from './testing/processes.ts';
import { type Released, released } from './testing/release-store.ts';

const SETTINGS = {
  SERVER_NAME: 'tessera.example',
  FACTOR_KEY: '5e'.repeat(32),
  INTERNAL_TOKEN: 'a-random-text',
  POSTGRES_PASSWORD: 'unused',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Tessera <no-reply@tessera.example>',
  UPLOAD_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  // Accounts of the seed of the first test vector of BIP 32.
  DEPOSIT_XPUB_BITCOIN:
    'xpub6C1HVMz946r433QEjZGpYYWYcspxXXBPys5PBGkmQboRXE6RLfFiStEkKbWKCZaPgDrzZh9nUEunxuiuy6MNdw23du2Ek7GoKYMJVH8eK5E',
  DEPOSIT_XPUB_ETHEREUM:
    'xpub6CeDpm2b5qtk96oy8yvM572W6cLZSvU5vnpKmKPypbfFwXo86SyT7VtfwWtMZAgZ5eKVMU9NnULt91HBFw9j62wJrcoc1ZRWiNvoorwBRXL',
  DEPOSIT_XPUB_TRON:
    'xpub6Bs4tgnLVqXrzkUc298sbaM8KKLtxhndvxiXNXfQkjUCaFA28YjLRfnF3sPfaV7ZSub5ui2USq45Tzto2Q1s8zoWW61rPy8DpqPNWS8ySE7',
};
// The backend last: its market computes from its start on.
const PARTS = ['registry', 'gateway', 'backend'] as const;
type Part = (typeof PARTS)[number];

let releases: Released;
let database: Database;
let ports: Record<Part, number>;
const running: Running[] = [];

/** The environment that Compose gives a service, with the addresses and folders of this machine. */
async function environment(part: Part): Promise<Record<string, string>> {
  const given = environmentOf(serviceOf(readCompose(), part), SETTINGS);
  const here: Record<string, string> = {
    ...releases.env,
    DATABASE_URL: database.url,
    BACKEND_URL: `http://127.0.0.1:${ports.backend}`,
    REGISTRY_URL: `http://127.0.0.1:${ports.registry}`,
    BACKEND_PORT: String(ports.backend),
    REGISTRY_PORT: String(ports.registry),
    PORT: String(ports.gateway),
    METRICS_PORT: String(await freePort()),
  };
  const taken = Object.entries(given).map(([name, value]) => [name, here[name] ?? value]);
  // Only the settings of production, and a small host for the gateway instead of the built one.
  return { ...Object.fromEntries(taken), ...(part === 'gateway' ? { DIST_DIR: releases.dist } : {}) };
}

/** The health check of a service as its container runs it, on the port of this test. */
function healthCheck(part: Part): { readonly script: string; readonly url: string } {
  const [, , script = '', url = ''] = serviceOf(readCompose(), part).healthcheck?.test ?? [];
  const here = new URL(url);
  here.port = String(ports[part]);
  return { script, url: here.href };
}

beforeAll(async () => {
  releases = await released();
  database = await startDatabase(await temporaryFolder());
  ports = { backend: await freePort(), registry: await freePort(), gateway: await freePort() };
  for (const part of PARTS) {
    const [, ...args] = serviceOf(readCompose(), part).command ?? [];
    const started = await start([process.execPath, ...args], await environment(part));
    running.unshift(started);
    const { script, url } = healthCheck(part);
    // A process for each look would compute more than the part that it waits for.
    await untilWell(started, () => responds(url), 240_000);
    await promisify(execFile)(process.execPath, [script, url], { cwd: ROOT });
  }
}, 600_000);

afterAll(async () => {
  for (const each of running) await each.stop();
  await database?.stop();
}, 60_000);

describe('the parts, started by the commands and with the environment of production', () => {
  test.each(PARTS)('respond where Kubernetes probes the %s', async (part) => {
    const paths = probedPaths(mainContainer(part));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const response = await fetch(`http://127.0.0.1:${ports[part]}${path}`);
      expect([path, response.status]).toEqual([path, 200]);
    }
  });

  test('find each other', async () => {
    const origin = `http://127.0.0.1:${ports.gateway}`;
    expect((await fetch(`${origin}/api/getSiteConfig?lang=en`)).status).toBe(200);
    expect(await (await fetch(`${origin}/registry/health`)).json()).toEqual({ ok: true });
    // The registry verifies tokens with the backend.
    const rejected = await fetch(`${origin}/registry/status`, { headers: { authorization: 'Bearer nobody' } });
    expect([rejected.status, ((await rejected.json()) as { error: string }).error]).toEqual([
      401,
      'staff_session_missing',
    ]);
  });

  test('have no demo user', async () => {
    const response = await fetch(`http://127.0.0.1:${ports.gateway}/api/user/login`, {
      method: 'POST',
      body: new URLSearchParams({ user_string: 'demo@tessera.example', password: 'Tessera-2026', lang: 'en' }),
    });
    expect(await response.json()).toMatchObject({ type: 'error' });
  });
});

test('a health check of a service that is down fails', async () => {
  const script = serviceOf(readCompose(), 'gateway').healthcheck?.test[2] ?? '';
  const asked = promisify(execFile)(process.execPath, [script, `http://127.0.0.1:${await freePort()}/health`], {
    cwd: ROOT,
  });
  await expect(asked).rejects.toThrow();
});
