import { expect, test } from 'vitest';
import { tokenFor } from './token.ts';

const PLATFORM = 'https://h5.example';
const GITHUB = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://run.example/token?api-version=2.0',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret',
};

type Asked = { readonly url: string; readonly authorization: string | null; readonly form: Record<string, string> };

/** Answers by the beginning of an address. */
function answering(answers: Readonly<Record<string, unknown>>) {
  const asked: Asked[] = [];
  const ask = (async (input: URL | string, init: RequestInit = {}) => {
    const url = String(input);
    const form = init.body instanceof URLSearchParams ? Object.fromEntries(init.body) : {};
    asked.push({ url, authorization: new Headers(init.headers).get('authorization'), form });
    const [, body] = Object.entries(answers).find(([start]) => url.startsWith(start)) ?? [];
    return new Response(typeof body === 'string' ? body : JSON.stringify(body));
  }) as typeof fetch;
  return { ask, asked };
}

const exchanged = { type: 'ok', message: { token: 'tsm_short', expires_at: 1, workload: 'team/raffle' } };

const NOTHING = { of: () => undefined, keep: () => {} };

test('that of a log-in is used where nothing else is given', async () => {
  const { ask, asked } = answering({});
  const saved = {
    ...NOTHING,
    of: (at: string) => (at === PLATFORM ? { token: 'tsm_mine', expires_at: 1 } : undefined),
  };
  expect(await tokenFor(PLATFORM, {}, { ask, saved })).toBe('tsm_mine');
  await expect(tokenFor('https://other.example', {}, { ask, saved })).rejects.toThrow('not logged in');
  expect(asked).toEqual([]);
});

test('a token that was given is used as it is', async () => {
  const { ask, asked } = answering({});
  expect(await tokenFor(PLATFORM, { ...GITHUB, TESSERA_TOKEN: 'tsm_long' }, { ask })).toBe('tsm_long');
  expect(asked).toEqual([]);
});

test('that of a run is exchanged, by the binding that is named', async () => {
  const { ask, asked } = answering({ [PLATFORM]: exchanged });
  const env = { TESSERA_ID_TOKEN: 'a.b.c', TESSERA_BINDING: 'release' };
  expect(await tokenFor(PLATFORM, env, { ask })).toBe('tsm_short');
  expect(asked).toEqual([
    {
      url: `${PLATFORM}/api/staff/machines/exchange`,
      authorization: null,
      form: { token: 'a.b.c', binding: 'release' },
    },
  ]);
});

test('GitHub is asked for one that is for this platform alone', async () => {
  const { ask, asked } = answering({ 'https://run.example': { value: 'x.y.z' }, [PLATFORM]: exchanged });
  expect(await tokenFor(PLATFORM, GITHUB, { ask })).toBe('tsm_short');
  expect(asked[0]).toMatchObject({
    url: `https://run.example/token?api-version=2.0&audience=${encodeURIComponent(PLATFORM)}`,
    authorization: 'Bearer secret',
  });
  expect(asked[1]?.form).toEqual({ token: 'x.y.z' });
});

test.each([
  ['no token at all', {}, {}, 'You are not logged in at https://h5.example'],
  [
    'GitHub refuses',
    GITHUB,
    { 'https://run.example': { message: 'no permission' } },
    'GitHub gives no token: HTTP 200',
  ],
  ['GitHub is broken', GITHUB, { 'https://run.example': '<html>' }, 'GitHub gives no token'],
  [
    'the platform refuses',
    { TESSERA_ID_TOKEN: 'a.b.c' },
    { [PLATFORM]: { type: 'error', message: 'You are not allowed to do this' } },
    'refuses: You are not allowed to do this',
  ],
  ['the platform is another server', { TESSERA_ID_TOKEN: 'a.b.c' }, { [PLATFORM]: '<html>' }, 'gives no token'],
])('%s: the error says so', async (_, env, answers, message) => {
  await expect(tokenFor(PLATFORM, env, { ask: answering(answers).ask, saved: NOTHING })).rejects.toThrow(message);
});
