import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logIn, logOut, rightsOfTeam } from './log-in.ts';
import { savedTokens } from './saved-tokens.ts';

const PLATFORM = 'https://h5.example';
const MINUTE = 60_000;

const ok = (message: unknown) => ({ type: 'ok', code: 1, message });
const begun = ok({ device_code: 'secret', code: 'BCDF-GHJK', expires_at: 10 * MINUTE, ask_every: 3_000 });
const waiting = ok({ state: 'waiting', token: null, expires_at: null });
const given = ok({ state: 'given', token: 'tsm_mine', expires_at: 12 * 60 * MINUTE });

/** A platform that answers each question of a path in turn, the last of them from then on; and a clock that pauses move. */
function platform(replies: Readonly<Record<string, readonly unknown[]>>) {
  const asked: { path: string; form: Record<string, string> }[] = [];
  const printed: string[] = [];
  let paused = 0;
  const ask = (async (input: string, { body }: RequestInit) => {
    const path = new URL(input).pathname;
    const before = asked.filter((each) => each.path === path).length;
    asked.push({ path, form: Object.fromEntries(body as URLSearchParams) });
    const list = replies[path] ?? [];
    return Response.json(list[Math.min(before, list.length - 1)]);
  }) as typeof fetch;
  const options = {
    platform: PLATFORM,
    rights: rightsOfTeam('raffle'),
    host: "Ann's MacBook.local",
    ask,
    pause: async (ms: number) => {
      paused += ms;
    },
    print: (text: string) => {
      printed.push(text);
    },
  };
  return { options, asked, printed, paused: () => paused };
}

const BEGIN = '/api/staff/machines/login/begin';
const TAKE = '/api/staff/machines/login/take';
const END = '/api/staff/machines/end';

test('the code is shown, and the token taken once it is approved', async () => {
  const { options, asked, printed, paused } = platform({ [BEGIN]: [begun], [TAKE]: [waiting, waiting, given] });
  expect(await logIn(options)).toEqual({ token: 'tsm_mine', expires_at: 12 * 60 * MINUTE });
  expect(printed.join()).toContain('Type  BCDF-GHJK');
  expect(printed.join()).toContain('ramp raffle * 100');
  expect(printed.join()).not.toContain('secret');
  expect(asked[0]).toMatchObject({ path: BEGIN, form: { name: 'cli-ann-s-macbook-local' } });
  expect(asked.slice(1)).toEqual(Array(3).fill({ path: TAKE, form: { device_code: 'secret' } }));
  expect(paused()).toBe(9_000);
});

test.each([
  ['it is refused', [ok({ state: 'rejected', token: null, expires_at: null })], 'refused on the staff page'],
  [
    'no member types the code',
    [waiting, waiting, { type: 'error', error: 'session_invalid', message: 'Log in again' }],
    'not approved in time',
  ],
  ['the platform refuses', [{ type: 'error', error: 'rate_limited', message: 'Too many' }], 'refuses: Too many'],
])('%s: the error says so', async (_, replies, message) => {
  const { options } = platform({ [BEGIN]: [begun], [TAKE]: replies });
  await expect(logIn(options)).rejects.toThrow(message);
});

test('another server, and one that leads elsewhere, is named', async () => {
  const { options } = platform({});
  const page = (async () => new Response('<html>')) as unknown as typeof fetch;
  await expect(logIn({ ...options, ask: page })).rejects.toThrow(`${PLATFORM} gives no token: HTTP 200`);
  const gone = (async () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
  }) as unknown as typeof fetch;
  await expect(logIn({ ...options, ask: gone })).rejects.toThrow('cannot be reached: connect ECONNREFUSED');
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a token is kept for its platform alone, until it ends, where only its user reads it', async () => {
  let at = 0;
  const saved = savedTokens({ XDG_CONFIG_HOME: folder }, () => at);
  saved.keep(PLATFORM, { token: 'tsm_mine', expires_at: 10 });
  saved.keep('https://other.example', { token: 'tsm_other', expires_at: 20 });
  expect(saved.of(PLATFORM)?.token).toBe('tsm_mine');
  expect(saved.of('https://h5.example.evil.example')).toBeUndefined();
  expect(saved.of('__proto__')).toBeUndefined();
  const file = join(folder, 'tessera/logins.json');
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(statSync(join(folder, 'tessera')).mode & 0o077).toBe(0);
  at = 10;
  expect(saved.of(PLATFORM)).toBeUndefined();
  const { options, asked } = platform({ [END]: [ok({})] });
  expect(await logOut(PLATFORM, saved, options.ask)).toBe(false);
  expect(await logOut('https://other.example', saved, options.ask)).toBe(true);
  expect(asked).toEqual([{ path: END, form: { token: 'tsm_other' } }]);
  expect(readFileSync(file, 'utf8')).not.toContain('tsm_other');
  writeFileSync(file, '{');
  expect(() => saved.of(PLATFORM)).toThrow(`${file} is not JSON`);
});
