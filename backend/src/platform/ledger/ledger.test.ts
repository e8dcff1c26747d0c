import { add } from '@tessera/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fund, type Person, signUp } from '../../../test/people.ts';
import { samples } from '../../../test/samples.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import {
  auditLedger,
  freezeEntries,
  houseAccount,
  houseBalance,
  InsufficientBalance,
  postJournal,
  userAccount,
  userBalance,
  userBalances,
} from './index.ts';

let app: TestApp;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app);
  ben = await signUp(app);
});
afterAll(() => app.close());

const post = (ref: string, entries: Parameters<typeof postJournal>[1]['entries']) =>
  app.database.transaction((tx) => postJournal(tx, { ref, kind: 'adjustment', at: app.now(), entries }));

describe('the ledger', () => {
  it('rejects a journal that does not sum to zero in each currency', async () => {
    const entries = [
      { account: userAccount(ann.id, 'change'), currency: 'USDT', amount: '5' },
      { account: houseAccount('grants'), currency: 'BTC', amount: '-5' },
    ];
    await expect(post('unbalanced', entries)).rejects.toThrow('does not sum to zero');
    expect(await userBalance(app.database, ann.id, 'change', 'USDT')).toBe('0');
  });

  it('never lets a user account go below zero, and leaves nothing of the journal that would', async () => {
    await fund(app, ann.id, 'legal', 'USDT', '10');
    const entries = [
      { account: userAccount(ben.id, 'legal'), currency: 'USDT', amount: '10.000000000000000001' },
      { account: userAccount(ann.id, 'legal'), currency: 'USDT', amount: '-10.000000000000000001' },
    ];
    await expect(post('overdraft', entries)).rejects.toThrow(InsufficientBalance);
    expect(await userBalance(app.database, ann.id, 'legal', 'USDT')).toBe('10');
    expect(await userBalance(app.database, ben.id, 'legal', 'USDT')).toBe('0');
  });

  it('posts a reference once, however often it is tried, at the same time too', async () => {
    const entries = [
      { account: userAccount(ann.id, 'micro'), currency: 'USDT', amount: '3' },
      { account: houseAccount('grants'), currency: 'USDT', amount: '-3' },
    ];
    const posted = await Promise.all(Array.from({ length: 8 }, () => post('only-once', entries)));
    expect(posted.filter(Boolean)).toHaveLength(1);
    expect(await userBalance(app.database, ann.id, 'micro', 'USDT')).toBe('3');
  });

  it.each([
    'update ledger_entry set amount = 1',
    'delete from ledger_entry',
    'truncate ledger_entry cascade',
    'delete from journal',
    'delete from ledger_account',
    'update ledger_account set id = default',
    'truncate ledger_account cascade',
  ])('is append-only: %s', async (statement) => {
    await expect(app.database.query(statement)).rejects.toThrow('append-only');
  });

  it.each([
    ['journal', '(select max(id) + 1 from journal)', 'a.id'],
    ['account', '(select max(id) from journal)', 'a.id + case when e.amount > 0 then 1000000 else 0 end'],
    ['journal at all', 'null', 'a.id'],
  ])('takes no entry of no %s, in one statement with right ones', async (_, journal, account) => {
    await fund(app, ann.id, 'legal', 'USDT', '1');
    const before = await app.database.query('select count(*) from ledger_entry');
    const wrong = app.database.query(
      `insert into ledger_entry (journal_id, account_id, currency, amount)
       select case when e.of = 1 then (select max(id) from journal) else ${journal} end,
              case when e.of = 1 then a.id else ${account} end, 'USDT', e.amount
         from (select max(id) as id from ledger_account) a,
              (values (1, 1), (1, -1), (2, 1), (2, -1)) as e (of, amount)`,
    );
    await expect(wrong).rejects.toMatchObject({ code: journal === 'null' ? '23502' : '23503' });
    expect(await app.database.query('select count(*) from ledger_entry')).toEqual(before);
  });

  it.each(['NaN', '1e400'])('takes no amount of %s', async (amount) => {
    const entries = [
      { account: userAccount(ann.id, 'change'), currency: 'USDT', amount },
      { account: houseAccount('grants'), currency: 'USDT', amount },
    ];
    await expect(post(`amount-${amount}`, entries)).rejects.toThrow();
  });

  it('conserves money under any sequence of concurrent grants, transfers and freezes', async () => {
    const person = fc.constantFrom('ann', 'ben');
    const amount = fc.bigInt({ min: 1n, max: 10n ** 20n }).map((units) => {
      const digits = units.toString().padStart(19, '0');
      return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
    });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('grant' as const), to: person, amount }),
      fc.record({ kind: fc.constant('send' as const), to: person, amount }),
      fc.record({ kind: fc.constant('freeze' as const), to: person, amount }),
      fc.record({ kind: fc.constant('release' as const), to: person, amount }),
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        run += 1;
        const results = steps.map(({ kind, to, amount: value }, index) => {
          const [own, other] = to === 'ann' ? [ann.id, ben.id] : [ben.id, ann.id];
          const entries = {
            grant: [
              { account: userAccount(own, 'lever'), currency: 'ETH', amount: value },
              { account: houseAccount('grants'), currency: 'ETH', amount: `-${value}` },
            ],
            send: [
              { account: userAccount(own, 'lever'), currency: 'ETH', amount: value },
              { account: userAccount(other, 'lever'), currency: 'ETH', amount: `-${value}` },
            ],
            freeze: freezeEntries(own, 'lever', 'ETH', value),
            release: freezeEntries(own, 'lever', 'ETH', `-${value}`),
          }[kind];
          return post(`sequence:${run}:${index}`, entries).catch((error) => {
            if (!(error instanceof InsufficientBalance)) throw error;
          });
        });
        await Promise.all(results);
        expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
        for (const { id } of [ann, ben]) {
          for (const held of await userBalances(app.database, id)) {
            expect(held.available.startsWith('-') || held.frozen.startsWith('-')).toBe(false);
          }
        }
        const [total] = await app.database.query<{ sum: string }>(
          `select coalesce(sum(balance), 0) as sum from ledger_account where owner_kind = 'user' and currency = 'ETH'`,
        );
        const house = await houseBalance(app.database, 'grants', 'ETH');
        expect(add(total?.sum ?? '0', house)).toBe('0');
      }),
      { numRuns: samples(8, 25) },
    );
  });
});
