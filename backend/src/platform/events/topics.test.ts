import type { CallId } from '@tessera/api/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app, { funds: { change: { USDT: '10' } } });
});
afterAll(() => app.close());

/** Topics sent to Ann's screens during an action. */
async function toldOf(work: () => Promise<unknown>): Promise<string[]> {
  const kinds: string[] = [];
  const stop = app.accountEvents.listen((userId, { kind }) => userId === ann.id && kinds.push(kind));
  await work();
  stop();
  return kinds;
}

const request = { real_type: 1, id_type: 'passport', country: 'GB', name: 'Ada Lovelace', card_id: 'X12345678' };

it.each<[CallId, Record<string, unknown>, string]>([
  ['POST /user/editNickname', { nickname: 'Ann1' }, 'profile'],
  ['POST /user/preferences', { language: 'de' }, 'profile'],
  ['POST /user/real', request, 'profile'],
  ['POST /optional/add', { symbol: 'BTC/USDT' }, 'watchlist'],
  ['POST /optional/del', { symbol: 'BTC/USDT' }, 'watchlist'],
  ['POST /wallet/change', { currency_id: 3, number: '1', from_field: 'change', to_field: 'legal' }, 'balance'],
])('%s with %j notifies of %s', async (callId, payload, topic) => {
  const idempotencyKey = crypto.randomUUID();
  expect(await toldOf(() => app.ok(callId, payload, { token: ann.token, idempotencyKey }))).toEqual([topic]);
});

it('a new session notifies of itself and of its message, a revoked one of sessions, a rejected revocation of nothing', async () => {
  const logIn = () => app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD });
  expect(await toldOf(logIn)).toEqual(['session', 'message']);
  const { list } = await app.ok('GET /safe/sessions', {}, { token: ann.token });
  const other = list.find(({ current }) => !current);
  const revoke = (id: string | undefined) => app.call('POST /safe/sessions/revoke', { id }, { token: ann.token });
  expect(await toldOf(() => revoke(other?.id))).toEqual(['session']);
  expect(await toldOf(() => revoke(other?.id))).toEqual([]);
});
