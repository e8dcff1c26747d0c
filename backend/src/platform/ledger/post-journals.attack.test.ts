import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Sql } from '../db/database.ts';
import {
  auditLedger,
  houseAccount,
  InsufficientBalance,
  type Journal,
  postJournals,
  userAccount,
  userBalance,
  userFunds,
} from './index.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;

let database: TestDatabase;
let users = 0;
let ann: string;
let ben: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  ann = await newUser();
  ben = await newUser();
});

async function newUser(): Promise<string> {
  users += 1;
  const [row] = await database.query<{ id: string }>(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, created_at)
     values ($1, $1 || '@example.com', '-', 'Ann', $1, $2) returning id`,
    [String(users).padStart(8, '0'), new Date(NOON)],
  );
  return row?.id ?? '';
}

let refs = 0;
const journal = (entries: Journal['entries'], { kind = 'adjustment' as Journal['kind'], at = NOON, ref = '' } = {}) => {
  refs += 1;
  return { ref: ref || `test:${refs}`, kind, at, entries };
};
const grant = (user: string, amount: string, options = {}) =>
  journal(
    [
      { account: houseAccount('grants'), currency: 'USDT', amount: `-${amount}` },
      { account: userAccount(user, 'change'), currency: 'USDT', amount },
    ],
    options,
  );
const send = (from: string, to: string, amount: string, options = {}) =>
  journal(
    [
      { account: userAccount(from, 'change'), currency: 'USDT', amount: `-${amount}` },
      { account: userAccount(to, 'change'), currency: 'USDT', amount },
    ],
    options,
  );
const post = (...journals: Journal[]) => database.transaction((tx) => postJournals(tx, journals));
const balanceOf = (user: string) => userBalance(database, user, 'change', 'USDT');
const sound = { unbalanced: [], wrongBalances: [] };

describe('journals of one call', () => {
  it('give each entry the balance after it, where an account occurs in many', async () => {
    const ids = await post(grant(ann, '10'), send(ann, ben, '4'), send(ben, ann, '1'), send(ann, ben, '7'));
    const entries = await database.query<{ journal_id: string; user_id: string; balance: string }>(
      `select e.journal_id, a.user_id, e.balance from ledger_entry e join ledger_account a on a.id = e.account_id
        where a.user_id = any($1) order by e.id`,
      [[ann, ben]],
    );
    const balancesOf = (user: string) =>
      entries.filter(({ user_id }) => user_id === user).map(({ journal_id, balance }) => [journal_id, balance]);
    expect(balancesOf(ann)).toEqual([
      [ids[0], '10'],
      [ids[1], '6'],
      [ids[2], '7'],
      [ids[3], '0'],
    ]);
    expect(balancesOf(ben)).toEqual([
      [ids[1], '4'],
      [ids[2], '3'],
      [ids[3], '10'],
    ]);
    expect([await balanceOf(ann), await balanceOf(ben)]).toEqual(['0', '10']);
    expect(await auditLedger(database)).toEqual(sound);
  });

  it('are numbered in their order', async () => {
    const ids = await post(...Array.from({ length: 50 }, () => grant(ann, '1')));
    expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)));
  });

  it('skip a reference that was posted before, and the second one of a call', async () => {
    await post(grant(ann, '5', { ref: `first:${ann}` }));
    const ids = await post(
      grant(ann, '5', { ref: `first:${ann}` }),
      grant(ann, '2', { ref: `twice:${ann}` }),
      grant(ann, '2', { ref: `twice:${ann}` }),
      send(ann, ben, '1'),
    );
    expect(ids.map((id) => id === null)).toEqual([true, false, true, false]);
    expect([await balanceOf(ann), await balanceOf(ben)]).toEqual(['6', '1']);
    expect(await post(grant(ann, '5', { ref: `first:${ann}` }))).toEqual([null]);
    expect(await auditLedger(database)).toEqual(sound);
  });

  it('name the journal, user and currency that a balance does not cover, and leave nothing', async () => {
    const tooMuch = send(ann, ben, '6');
    const rejected = await post(grant(ann, '5'), send(ben, ben, '0'), tooMuch, grant(ann, '100')).catch((e) => e);
    expect(rejected).toBeInstanceOf(InsufficientBalance);
    expect(rejected).toMatchObject({ ref: tooMuch.ref, userId: ann, currency: 'USDT' });
    expect(await balanceOf(ann)).toBe('0');
  });

  it('do not spend what a later journal of the call brings', async () => {
    const early = send(ann, ben, '1');
    await expect(post(early, grant(ann, '1'))).rejects.toMatchObject({ ref: early.ref, userId: ann });
    await expect(post(grant(ann, '1'), send(ann, ben, '1'))).resolves.toHaveLength(2);
  });

  it('end in no deadlock and lose no cent where many calls take the same accounts in other orders', async () => {
    await post(grant(ann, '100'), grant(ben, '100'));
    const calls = Array.from({ length: 24 }, (_, index) =>
      index % 2 === 0
        ? post(send(ann, ben, '0.5'), send(ben, ann, '0.25'), grant(ann, '1'))
        : post(grant(ben, '1'), send(ben, ann, '0.25'), send(ann, ben, '0.5')),
    );
    await Promise.all(calls);
    expect([await balanceOf(ann), await balanceOf(ben)]).toEqual(['106', '118']);
    expect(await auditLedger(database)).toEqual(sound);
  });

  it('read accounts and journals by index, though they were planned on tables of a few rows', async () => {
    const scans = (tx: Sql) =>
      tx.query(
        `select relname as table, seq_scan as scans from pg_stat_xact_user_tables
          where relname in ('journal', 'ledger_account') order by 1`,
      );
    const [before, after] = await database.transaction(async (tx) => {
      const first = await scans(tx);
      for (let round = 0; round < 8; round++) await postJournals(tx, [grant(ann, '2'), send(ann, ben, '1')]);
      return [first, await scans(tx)];
    });
    expect(after).toHaveLength(2);
    expect(after).toEqual(before);
  });

  it('name the first of many that are short, after those that are not', async () => {
    await post(grant(ann, '5'), grant(ben, '5'));
    const short = send(ben, ann, '6');
    const rejected = await post(send(ann, ben, '0.5'), short, send(ann, ben, '50')).catch((e) => e);
    expect(rejected).toMatchObject({ ref: short.ref, userId: ben, currency: 'USDT' });
    // What comes back later in the call does not cover it.
    const later = send(ann, ben, '5.5');
    expect(await post(later, grant(ann, '9')).catch((e) => e)).toMatchObject({ ref: later.ref, userId: ann });
    expect([await balanceOf(ann), await balanceOf(ben)]).toEqual(['5', '5']);
  });

  it('create an account once, however many calls need it first', async () => {
    await Promise.all(Array.from({ length: 8 }, () => post(grant(ann, '1'), grant(ben, '1'))));
    expect([await balanceOf(ann), await balanceOf(ben)]).toEqual(['8', '8']);
  });
});

describe('entries that do not sum to zero are refused by whatever statement', () => {
  const INSERT = 'insert into ledger_entry (journal_id, account_id, currency, amount)';
  const accounts = async () => {
    const [id = null] = await post(grant(ann, '5'));
    const rows = await database.query<{ account_id: string }>(
      'select account_id from ledger_entry where journal_id = $1 order by amount',
      [id],
    );
    return { id: id ?? '', house: rows[0]?.account_id ?? '', user: rows[1]?.account_id ?? '' };
  };
  const refused = 'does not sum to zero';

  it('one entry', async () => {
    const { id, user } = await accounts();
    await expect(database.query(`${INSERT} values ($1, $2, 'USDT', 1)`, [id, user])).rejects.toThrow(refused);
  });

  it('two statements that only together would balance, even in one transaction', async () => {
    const { id, user, house } = await accounts();
    const inTwo = database.transaction(async (tx) => {
      await tx.query('set constraints all deferred');
      await tx.query(`${INSERT} values ($1, $2, 'USDT', 1)`, [id, user]);
      await tx.query(`${INSERT} values ($1, $2, 'USDT', -1)`, [id, house]);
    });
    await expect(inTwo).rejects.toThrow(refused);
  });

  it('a balanced statement after an unbalanced part of the same statement', async () => {
    const { id, user, house } = await accounts();
    const parts = `with first as (${INSERT} values ($1, $2, 'USDT', 1) returning 1)
                   ${INSERT} values ($1, $2, 'USDT', 1), ($1, $3, 'USDT', -1)`;
    await expect(database.query(parts, [id, user, house])).rejects.toThrow(refused);
  });

  it('two journals whose differences cancel out, and two currencies', async () => {
    const { id, user, house } = await accounts();
    const other = await accounts();
    await expect(
      database.query(`${INSERT} values ($1, $2, 'USDT', 1), ($3, $4, 'USDT', -1)`, [id, user, other.id, house]),
    ).rejects.toThrow(refused);
    await expect(
      database.query(`${INSERT} values ($1, $2, 'USDT', 1), ($1, $3, 'BTC', -1)`, [id, user, house]),
    ).rejects.toThrow(refused);
  });

  it('merge, and a copy from outside', async () => {
    const { id, user } = await accounts();
    await expect(
      database.query(
        `merge into ledger_entry e using (select $1::bigint as journal, $2::bigint as account) s on e.id = -1
           when not matched then insert (journal_id, account_id, currency, amount)
             values (s.journal, s.account, 'USDT', 1)`,
        [id, user],
      ),
    ).rejects.toThrow(refused);
    await expect(
      database.query(
        `copy ledger_entry (journal_id, account_id, currency, amount)
           from program 'echo ${id},${user},USDT,1' with (format csv)`,
      ),
    ).rejects.toThrow(refused);
  });

  it('post_journals itself, and post_journal with a user who is none', async () => {
    const half = journal([{ account: userAccount(ann, 'change'), currency: 'USDT', amount: '1' }]);
    await expect(post(grant(ann, '1'), half)).rejects.toThrow(refused);
    const nobody = [
      { owner: 'user', user: null, name: 'change', part: 'available', currency: 'USDT', amount: '1' },
      { owner: 'house', user: null, name: 'grants', part: 'available', currency: 'USDT', amount: '-1' },
    ];
    await expect(
      database.query("select post_journal('nobody', 'adjustment', null, now(), $1)", [JSON.stringify(nobody)]),
    ).rejects.toThrow('names the user');
  });

  it('while a node of the former version posts as before', async () => {
    const entries = [
      { owner: 'user', user: ann, name: 'change', part: 'available', currency: 'USDT', amount: '2.5' },
      { owner: 'house', user: null, name: 'grants', part: 'available', currency: 'USDT', amount: '-2.5' },
    ];
    const former = (ref: string) =>
      database.query<{ id: string | null }>("select post_journal($1, 'adjustment', null, now(), $2) as id", [
        ref,
        JSON.stringify(entries),
      ]);
    expect(await former(`former:${ann}`)).toEqual([{ id: expect.stringMatching(/^\d+$/) }]);
    expect(await former(`former:${ann}`)).toEqual([{ id: null }]);
    expect(await balanceOf(ann)).toBe('2.5');
  });
});

describe('income', () => {
  it('is kept per day as it is posted, of income alone', async () => {
    await post(
      grant(ann, '100'),
      grant(ann, '3', { kind: 'mining_interest', at: NOON - 3 * DAY }),
      grant(ann, '1.5', { kind: 'mining_interest', at: NOON - DAY }),
      grant(ann, '0.5', { kind: 'copy_share', at: NOON - DAY }),
    );
    await post(grant(ann, '2', { kind: 'copy_share', at: NOON }), send(ann, ben, '50'));
    const fundsOf = await userFunds(database, [ben, ann], NOON);
    expect(fundsOf(ann).income).toEqual([{ name: 'change', currency: 'USDT', total: '7', yesterday: '2' }]);
    expect(fundsOf(ben).income).toEqual([]);
    expect(await auditLedger(database)).toEqual(sound);
  });

  it('that was changed behind the ledger is found by the audit', async () => {
    await post(grant(ann, '3', { kind: 'mining_interest' }));
    const wrong = await database
      .transaction(async (tx) => {
        await tx.query(
          'update income_total set amount = 4 where account_id in (select id from ledger_account where user_id = $1)',
          [ann],
        );
        const { wrongBalances } = await auditLedger(tx);
        throw Object.assign(new Error('undone'), { wrongBalances });
      })
      .catch((error: { wrongBalances: string[] }) => error.wrongBalances);
    expect(wrong).toHaveLength(1);
    expect(await auditLedger(database)).toEqual(sound);
  });
});

it('a ledger of the former version keeps its entries, and its income is counted', async () => {
  const sqlOf = (name: string) => readFileSync(join(import.meta.dirname, '../../../migrations', name), 'utf8');
  const upgraded = database.transaction(async (tx) => {
    await tx.query('create schema former; set local search_path = former');
    await tx.query(sqlOf('0001_ledger.sql'));
    const entries = (amount: string) =>
      JSON.stringify([
        { owner: 'user', user: '7', name: 'mining', part: 'available', currency: 'BTC', amount },
        { owner: 'house', user: null, name: 'interest', part: 'available', currency: 'BTC', amount: `-${amount}` },
      ]);
    const former = (ref: string, kind: string, at: number, amount: string) =>
      tx.query('select post_journal($1, $2, null, $3, $4)', [ref, kind, new Date(at), entries(amount)]);
    await former('a', 'mining_interest', NOON - DAY, '0.5');
    await former('b', 'mining_interest', NOON - DAY, '0.25');
    await former('c', 'mining_interest', NOON, '1');
    await former('d', 'adjustment', NOON, '9');
    await tx.query('set constraints all immediate');
    await tx.query(sqlOf('0700_post_journals.sql'));
    await former('a', 'mining_interest', NOON, '5');
    await former('e', 'mining_interest', NOON, '2');
    const audit = await auditLedger(tx);
    const { income } = (await userFunds(tx, ['7'], NOON))('7');
    throw Object.assign(new Error('undone'), { audit, income });
  });
  await expect(upgraded).rejects.toMatchObject({
    message: 'undone',
    audit: sound,
    income: [{ name: 'mining', currency: 'BTC', total: '3.75', yesterday: '0.75' }],
  });
});
