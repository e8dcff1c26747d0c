import { randomUUID } from 'node:crypto';
import { type CallId, contract } from '@tessera/api/contract';
import { type Call, choosesPayee, movesMoneyOut } from '@tessera/api/kit';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { endSessions } from '../src/platform/session/sessions.ts';
import { amid } from './amid.ts';
import { codeAt, enrolAuthenticator } from './factors.ts';
import { DAY, KEY, type NftStage, nftStage } from './nft-stage.ts';
import { fund, lastCode, type Person } from './people.ts';
import { askQuestion, createQuizStage, type QuizStage } from './quiz-stage.ts';
import type { TestApp } from './test-app.ts';
import { confirmedSession } from './well-used.ts';

/*
 * Every call that is declared a way to another user, tried by accounts that may let nothing go. The ways are read from the
 * contract: one without a play does not compile.
 */

type Contract = typeof contract;
type WayId = {
  [K in CallId]: Contract[K] extends { readonly value: { readonly to: 'way'; readonly payee: infer P } }
    ? P extends 'outside'
      ? never
      : K
    : never;
}[CallId];

/** What the victim is made to do for the thief: prepared while the account may, and sent when it may not. */
type Play = (victim: Person, thief: Person) => Promise<Record<string, string>>;

let quiz: QuizStage;
let app: TestApp;
let nft: NftStage;
let thief: Person;
beforeAll(async () => {
  quiz = await createQuizStage();
  app = quiz.app;
  nft = nftStage(app);
  nft.prices();
  thief = await nft.person();
});
afterAll(() => quiz.close());

const DONE = 'ok';

/** An item that a user has bought from the house for 100 USDT. */
async function owned(owner: Person): Promise<string> {
  const { id, code } = await nft.work();
  await nft.sale(id);
  expect((await nft.buy(owner, code)).type).toBe(DONE);
  return code;
}

async function auctionOf(seller: Person): Promise<string> {
  const code = await owned(seller);
  const terms = { sale_type: 'auction', increment: '10', end_time: app.now() + DAY };
  expect((await nft.resell(seller, code, terms)).type).toBe(DONE);
  return code;
}

const PLAYS: Readonly<Record<WayId, Play>> = {
  'POST /wallet/zhuanzhan': async (_, { uid }) => ({ account: uid, currency_id: '3', number: '150' }),
  'POST /bind_box/buyNFT': async (_, seller) => {
    const code = await owned(seller);
    expect((await nft.resell(seller, code, { price: '200' })).type).toBe(DONE);
    return { code, price: '200' };
  },
  'POST /bind_box/marginNFT': async (_, seller) => ({ code: await auctionOf(seller) }),
  'POST /bind_box/auctionNFT': async (victim, seller) => {
    const code = await auctionOf(seller);
    expect((await nft.deposit(victim, code)).type).toBe(DONE);
    return { code, price: '400' };
  },
  'POST /bind_box/resellNFT': async (victim) => ({ code: await owned(victim), sale_type: 'normal', price: '1' }),
  'POST /quiz/bet': async () => {
    const round_id = await askQuestion(app);
    app.advance(61_000);
    return { round_id, outcome: '1', number: '5' };
  },
};

const ways = Object.keys(PLAYS) as WayId[];

/** A work or an outcome that the caller did not begin with. */
const otherSubject = ({ code = '', outcome }: Record<string, string>): Record<string, string> =>
  outcome === undefined ? { code: `${code.slice(0, -1)}${code.endsWith('2') ? '3' : '2'}` } : { outcome: '2' };

/** Sums of what each user but the victim has. */
const othersOf = async ({ id }: Person) =>
  app.database.query(
    `select user_id, currency, sum(balance) as held from ledger_account
      where user_id is not null and user_id <> $1 group by 1, 2 having sum(balance) <> 0 order by 1, 2`,
    [id],
  );

type State = {
  readonly name: string;
  readonly set: string;
  readonly unset: string;
  readonly codes: readonly string[];
};

const STATES: readonly State[] = [
  {
    name: 'paused',
    set: `update user_account set withdrawals_blocked_until = $2::timestamptz + interval '1 h' where id = $1`,
    unset: 'update user_account set withdrawals_blocked_until = null where id = $1 and $2::timestamptz is not null',
    codes: ['withdrawals_paused'],
  },
  {
    name: 'unverified',
    set: 'update user_account set verification_level = 0 where id = $1 and $2::timestamptz is not null',
    unset: 'update user_account set verification_level = 2 where id = $1 and $2::timestamptz is not null',
    codes: ['verification_required'],
  },
  {
    name: 'at its limit',
    set: `insert into value_out (user_id, call, value, approved, at) values ($1, 'limit', 500000, true, $2)`,
    unset: `delete from value_out where user_id = $1 and call = 'limit' and $2::timestamptz is not null`,
    codes: ['send_limit'],
  },
  {
    name: 'frozen',
    set: 'update user_account set frozen_at = $2 where id = $1',
    unset: 'update user_account set frozen_at = null where id = $1 and $2::timestamptz is not null',
    codes: ['account_frozen', 'session_invalid'],
  },
  {
    name: 'with its whitelist on',
    set: 'insert into payee_whitelist (user_id, on_since, off_at) values ($1, $2, null)',
    unset: 'delete from payee_whitelist where user_id = $1 and $2::timestamptz is not null',
    codes: ['whitelist_recipients'],
  },
];

/** It gives an item away, not money. */
const TAKES_NOTHING: ReadonlySet<WayId> = new Set(['POST /bind_box/resellNFT']);
const DRAIN = `select balance::text as held from ledger_account
                where user_id = $1 and name = 'change' and currency = 'USDT' and part = 'available'`;

test('every way to another user is played', () => {
  const all = (Object.entries(contract) as [CallId, Call][]).filter(
    ([, call]) => movesMoneyOut(call) && call.value?.to === 'way' && call.value.payee !== 'outside',
  );
  expect(all.map(([id]) => id).sort()).toEqual([...ways].sort());
  for (const [id, call] of all) expect(Object.keys(call.input.shape), id).toContain('key');
});

test('who gains is chosen with the payment password alone', () => {
  const choosing = (Object.entries(contract) as [CallId, Call][]).filter(([, call]) => choosesPayee(call));
  expect(choosing.map(([id]) => id)).toContain('POST /follow/follow');
  for (const [id, call] of choosing) expect(Object.keys(call.input.shape), id).toContain('key');
});

describe.each(ways)('%s', (callId) => {
  it('is refused to accounts that may let nothing go, and enriches nobody', async () => {
    const victim = await nft.person();
    const { secret } = await enrolAuthenticator(app, { token: await confirmedSession(app, victim) });
    const input = await PLAYS[callId](victim, thief);
    const { approval } = contract[callId].value;
    let step = 0;
    const send = async (extra: Record<string, string> = { key: KEY }) => {
      step += 1;
      // Another code of the authenticator.
      app.advance(30_000);
      return app.call(
        callId,
        {
          ...input,
          ...extra,
          ...(approval === 'always' && { totp: codeAt(secret, app.now()) }),
        },
        { token: await confirmedSession(app, victim), idempotencyKey: `${randomUUID()}-${step}` },
      );
    };
    const before = await othersOf(victim);
    for (const { name, set, unset, codes } of STATES) {
      const values = [victim.id, new Date(app.now())];
      await app.database.query(set, values);
      const outcome = await send();
      await app.database.query(unset, values);
      expect(codes, `${name}: ${JSON.stringify(outcome)}`).toContain('error' in outcome ? outcome.error : 'ok');
      expect(await othersOf(victim), name).toEqual(before);
    }
    if (!TAKES_NOTHING.has(callId)) {
      const [{ held = '0' } = {}] = await app.database.query<{ held: string }>(DRAIN, [victim.id]);
      await fund(app, victim.id, 'change', 'USDT', `-${held}`);
      expect(await send(), 'drained').toMatchObject({ error: 'insufficient_balance' });
      await fund(app, victim.id, 'change', 'USDT', held);
      expect(await othersOf(victim), 'drained').toEqual(before);
    }
    expect(await send({}), 'a session alone').toMatchObject({ type: 'error', field: 'key' });
    expect(await send({ key: '590274' }), 'another payment password').toMatchObject({ error: 'key_wrong' });
    if (approval === 'above') {
      await app.database.query(`update setting set value = '0' where keyword = 'way_unapproved'`);
      expect(await send(), 'without an approval').toMatchObject({ error: 'approval_required' });
      expect(await send({ key: KEY, totp: '000000' })).toMatchObject({ error: 'totp_wrong' });
    }
    expect(await othersOf(victim)).toEqual(before);
    const proof = approval === 'above' ? { totp: codeAt(secret, app.now() + 30_000) } : {};
    // The same, from an account that may: what was refused was refused for its state alone.
    expect(await send({ key: KEY, ...proof })).toMatchObject({ type: 'ok' });
    await app.database.query(`update setting set value = '100000000' where keyword = 'way_unapproved'`);
  });

  it('is not made by a session that the owner ends while it waits', async () => {
    const victim = await nft.person();
    const token = await confirmedSession(app, victim);
    const { secret } = await enrolAuthenticator(app, { token });
    const input = await PLAYS[callId](victim, thief);
    app.advance(60_000);
    const session = { token: await confirmedSession(app, victim), idempotencyKey: randomUUID() };
    const totp = contract[callId].value.approval === 'always' ? { totp: codeAt(secret, app.now()) } : {};
    const before = await othersOf(victim);
    const make = () => app.call(callId, { ...input, ...totp, key: KEY }, session);
    const outcome = await amid(app, { table: 'user_account', id: victim.id }, make, (tx) =>
      endSessions(tx, victim.id, { except: null }, app.now()),
    );
    expect(outcome).toMatchObject({ error: 'session_invalid' });
    expect(await othersOf(victim)).toEqual(before);
  });

  it('is approved by a mailed code that is good for exactly what its message says, once', async () => {
    const victim = await nft.person();
    const token = await confirmedSession(app, victim);
    const input = await PLAYS[callId](victim, thief);
    const above = contract[callId].value.approval === 'above';
    await app.database.query(`update setting set value = '0' where keyword = 'way_unapproved'`);
    const { approval } = above
      ? await app.ok('POST /wallet/way/begin', { call: callId, input: JSON.stringify(input) }, { token })
      : await app.ok('POST /wallet/zhuanzhan/begin', input, { token });
    await app.ok('POST /sms_send', { scene: 'withdraw', request: approval.code ?? '' }, { token });
    const message = app.outbox.at(-1);
    expect(message).toMatchObject({ to: victim.email, body: expect.stringMatching(/^Amount: \d[\d.]* USDT$/m) });
    const proof = { key: KEY, [above ? 'mailed_code' : 'code']: lastCode(app, victim.email) };
    const send = (changes: Record<string, string> = {}) =>
      app.call(callId, { ...input, ...changes, ...proof }, { token, idempotencyKey: randomUUID() });
    const amounts = Object.entries(input).filter(([field]) => field === 'price' || field === 'number');
    for (const [field, value] of amounts) {
      expect(message?.body, field).toContain(`Amount: ${value} USDT`);
      expect(await send({ [field]: `${value}.5` }), field).toMatchObject({ error: 'code_for_other' });
    }
    const another = callId === 'POST /wallet/zhuanzhan' ? { account: (await nft.person()).uid } : otherSubject(input);
    expect(await send(another), 'for another').toMatchObject({ error: 'code_for_other' });
    // The same amount, spelled in another way; both at once take one code.
    const spelled = Object.fromEntries(amounts.map(([field, value]) => [field, `${value}.0`]));
    const outcomes = await Promise.all([send(spelled), send()]);
    expect(outcomes.map(({ type }) => type).sort()).toEqual(['error', 'ok']);
    expect(await send()).toMatchObject({ error: 'code_wrong' });
    await app.database.query(`update setting set value = '100000000' where keyword = 'way_unapproved'`);
  });
});
