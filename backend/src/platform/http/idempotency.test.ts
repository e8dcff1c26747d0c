import { walletContract } from '@tessera/api/wallet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fund, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { identity } from '../../domains/identity/index.ts';
import { type DomainFactory, defineDomain } from '../domain.ts';
import { houseAccount, postJournal, userAccount, userBalance } from '../ledger/index.ts';
import { mail } from '../mail/messages.ts';
import { nothingLeaves } from '../ways/leave.ts';
import { DomainError } from './domain-error.ts';
import { pruneKeys } from './idempotency.ts';

/** Takes what is asked for from the user, and rejects 13 after having taken it. */
const toll = defineDomain(walletContract, ({ now }) => ({
  name: 'toll',
  calls: {
    'POST /wallet/change': async ({ tx, user }, { number, currency_id, from_field, to_field }) => {
      const [next] = await tx.query<{ id: string }>('select count(*) + 1 as id from journal');
      const id = next?.id ?? '1';
      const at = now();
      await postJournal(tx, {
        ref: `toll:${crypto.randomUUID()}`,
        kind: 'transfer',
        at,
        entries: [
          { account: userAccount(user.id, 'change'), currency: 'USDT', amount: `-${number}` },
          { account: houseAccount('fees'), currency: 'USDT', amount: number },
        ],
      });
      if (number === '13') throw new DomainError('wrong_number', { field: 'number' });
      return { id, currency_id, currency: 'USDT', scale: 6, from_field, to_field, number, at };
    },
  },
}));

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp({}, {}, [identity, mail, toll]);
  ann = await signUp(app, { funds: { change: { USDT: '1000' } } });
});
afterAll(() => app.close());

const pay = (number: string, idempotencyKey: string | undefined, token = ann.token) =>
  app.call(
    'POST /wallet/change',
    { currency_id: 3, number, from_field: 'change', to_field: 'legal' },
    { token, ...(idempotencyKey !== undefined && { idempotencyKey }) },
  );

const balance = (userId = ann.id) => userBalance(app.database, userId, 'change', 'USDT');
const spentBy = async (work: () => Promise<unknown>) => {
  const before = Number(await balance());
  await work();
  return before - Number(await balance());
};

describe('a call that moves money', () => {
  it.each([undefined, ''])('needs a key; %j is none', async (key) => {
    expect(await pay('1', key)).toMatchObject({ type: 'error', error: 'idempotency_key_required' });
  });

  it.each(['short', 'k'.repeat(101), 'with blanks in it'])('needs a key of its form; %j has another', async (key) => {
    expect(await pay('1', key)).toMatchObject({ type: 'error', error: 'idempotency_key_invalid' });
  });

  it('returns the first response for the same key, and transfers nothing again', async () => {
    const key = crypto.randomUUID();
    const spent = await spentBy(async () => {
      const first = await pay('5', key);
      app.advance(1_000);
      expect(await pay('5', key)).toEqual(first);
    });
    expect(spent).toBe(5);
  });

  it('transfers once for concurrent requests with the same key', async () => {
    const key = crypto.randomUUID();
    const spent = await spentBy(async () => {
      const responses = await Promise.all(Array.from({ length: 12 }, () => pay('7', key)));
      for (const response of responses) expect(response).toEqual(responses[0]);
    });
    expect(spent).toBe(7);
  });

  it('rejects the same key with another body', async () => {
    const key = crypto.randomUUID();
    await pay('5', key);
    expect(
      await spentBy(async () => expect(await pay('6', key)).toMatchObject({ error: 'idempotency_conflict' })),
    ).toBe(0);
  });

  it('debits nothing when rejected, and the key can be reused', async () => {
    const key = crypto.randomUUID();
    expect(await spentBy(async () => expect(await pay('13', key)).toMatchObject({ error: 'wrong_number' }))).toBe(0);
    expect((await pay('2', key)).type).toBe('ok');
  });

  it('beyond the balance is rejected for any number of concurrent requests', async () => {
    const ben = await signUp(app);
    await fund(app, ben.id, 'change', 'USDT', '10');
    const tries = await Promise.all(Array.from({ length: 10 }, () => pay('3', crypto.randomUUID(), ben.token)));
    expect(tries.filter(({ type }) => type === 'ok')).toHaveLength(3);
    expect(tries.find(({ type }) => type !== 'ok')).toMatchObject({ error: 'insufficient_balance' });
    expect(await balance(ben.id)).toBe('1');
  });

  it('scopes keys by user', async () => {
    const ben = await signUp(app, { funds: { change: { USDT: '10' } } });
    const key = crypto.randomUUID();
    await pay('5', key);
    expect((await pay('6', key, ben.token)).type).toBe('ok');
  });
});

describe('a call with a payment password', () => {
  const PAY_PASSWORD = '482915';
  /** What the account thinks of a payment password; counted, as the real one does. */
  let verdict: 'right' | 'key_locked' = 'right';
  let judged = 0;
  let sent = 0;
  const safe: DomainFactory = () => ({
    name: 'safe',
    payPassword: {
      setBy: 'POST /safe/pay_password',
      require: async () => {
        judged += 1;
        if (verdict !== 'right') throw new DomainError(verdict, { field: 'key', params: { minutes: 15 } });
      },
    },
  });
  const sending = defineDomain(walletContract, ({ now }) => ({
    name: 'sending',
    calls: {
      'POST /wallet/zhuanzhan': async ({ tx }, { number }) => {
        nothingLeaves(tx);
        sent += 1;
        return {
          id: String(sent),
          direction: 'sent' as const,
          name: 'b***',
          account: '12345678',
          currency_id: 3,
          currency: 'USDT',
          scale: 6,
          number,
          fee: '0',
          at: now(),
        };
      },
    },
  }));
  const input = { account: '12345678', currency_id: 3, number: '5', key: PAY_PASSWORD };

  let vault: TestApp;
  let owner: Person;
  beforeAll(async () => {
    vault = await createTestApp({}, {}, [identity, mail, safe, sending]);
    owner = await signUp(vault, { level: 1 });
  });
  afterAll(() => vault.close());
  const send = (idempotencyKey: string, changed: object = {}) =>
    vault.call('POST /wallet/zhuanzhan', { ...input, ...changed }, { token: owner.token, idempotencyKey });

  it('returns what it did to a repetition, though the payment password is locked by now', async () => {
    const key = crypto.randomUUID();
    verdict = 'right';
    const first = await send(key);
    verdict = 'key_locked';
    expect(await send(key)).toEqual(first);
    expect(await send(crypto.randomUUID())).toMatchObject({ error: 'key_locked' });
    expect(await send(key, { number: '6' })).toMatchObject({ error: 'idempotency_conflict' });
    expect([sent, judged]).toEqual([1, 2]);
  });

  it('leaves nothing in the database to guess the payment password from', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    verdict = 'right';
    await send(one);
    await send(other, { key: '000000' });
    const rows = await vault.database.query<{ fingerprint: Buffer }>(
      'select fingerprint from idempotency_key where key = any($1)',
      [[one, other]],
    );
    expect(rows[0]?.fingerprint).toEqual(rows[1]?.fingerprint);
  });
});

describe('keys of long ago', () => {
  it('are deleted in batches, but none that a client with an open session could still ask for', async () => {
    const past = await createTestApp({}, {}, [identity, mail, toll]);
    const [left, stays] = [await signUp(past), await signUp(past)];
    const insert = (userId: string, key: string, at: number) =>
      past.database.query(
        `insert into idempotency_key (user_id, key, call, fingerprint, at) values ($1, $2, 'POST /x', '', $3)`,
        [userId, key, new Date(at)],
      );
    const day = 24 * 3_600_000;
    const began = past.now();
    for (let key = 0; key < 7; key += 1) await insert(left.id, `old ${key}`, began);
    await insert(stays.id, 'old, of an open session', began);
    await insert(left.id, 'young', began + 10 * day);
    await past.database.query(`update session set expires_at = $2 where user_id = $1`, [
      stays.id,
      new Date(began + 365 * day),
    ]);
    past.advance(91 * day);
    expect(await pruneKeys(past.database, past.now(), 3)).toBe(7);
    const rows = await past.database.query<{ key: string }>('select key from idempotency_key order by key');
    expect(rows.map(({ key }) => key)).toEqual(['old, of an open session', 'young']);
    await past.close();
  });
});
