import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import type { DomainFactory } from '../../platform/domain.ts';
import { auditLedger, houseAccount, houseBalance, postJournal } from '../../platform/ledger/index.ts';
import { runCommand } from '../staff/commands.ts';

/** A product that promises what its sales say: each is a row, as those of real products are. */
const product: DomainFactory = () => ({
  name: 'promising',
  promises: async (sql, currency) => {
    const [row] = await sql.query<{ owed: string }>(
      `select coalesce(sum(amount), 0) as owed from promise where currency = $1`,
      [currency],
    );
    return row?.owed ?? '0';
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ DEMO_USER: '1' }, {}, [...FACTORIES, product]);
  await app.database.query('create table promise (currency text not null, amount amount not null)');
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await app.close();
});

const sell = (currency: string, amount: string) =>
  app.database.transaction(async (tx) => {
    await app.ports.requireCover(tx, currency, amount);
    await tx.query('insert into promise (currency, amount) values ($1, $2)', [currency, amount]);
  });

describe('cover', () => {
  it('a demonstration starts with funds for interest, and starting again adds nothing', async () => {
    expect(await houseBalance(app.database, 'interest', 'USDT')).toBe('2000000');
    await app.domains.find(({ name }) => name === 'house')?.seed?.();
    expect(await houseBalance(app.database, 'interest', 'USDT')).toBe('2000000');
    expect(await houseBalance(app.database, 'interest', 'DOGE')).toBe('0');
  });

  it('ten sales at once pass together only as far as the house can pay', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => sell('USDC', '60000')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(['sold_out', 'sold_out']);
    await sell('USDC', '20000');
    await expect(sell('USDC', '0.00000001')).rejects.toMatchObject({ code: 'sold_out' });
    // What was promised and is not there any more stops sales, and no payout asks.
    await expect(sell('DOGE', '1')).rejects.toMatchObject({ code: 'sold_out' });
  });
});

it('what is not covered is refused at once, while a sale that is has its turn', async () => {
  await app.database.transaction(async (tx) => {
    await app.ports.requireCover(tx, 'LTC', '1');
    await expect(sell('LTC', '999999')).rejects.toMatchObject({ code: 'sold_out' });
  });
});

describe('funding', () => {
  const fund = {
    account: 'interest',
    currency: 'ETH',
    amount: '2',
    from: 'capital',
    reference: 'wire 81',
    reason: 'Q4',
  };

  it('is done by treasury, once a reference, and shown with what is promised', async () => {
    const treasury = await signInStaff(app, 'treasury');
    const support = await signInStaff(app, 'support');
    const key = { token: treasury.token };
    const refused = async (changes: object, by = key) =>
      (await app.rejection('POST /staff/house/fund', { ...fund, ...changes }, by)).error;
    expect(await refused({}, { token: support.token })).toBe('forbidden');
    expect(await refused({ currency: 'NOPE' })).toBe('currency_unknown');
    expect(await refused({ amount: '1.0000000000000000001' })).toBe('field_too_precise');
    await app.ok('POST /staff/house/fund', fund, key);
    const { list } = await app.ok('POST /staff/house/fund', fund, key);
    expect(list).toContainEqual({ account: 'interest', currency: 'ETH', balance: '502', promised: '0', free: '502' });
    expect(list).toContainEqual(expect.objectContaining({ currency: 'USDC', promised: '500000', free: '0' }));
    expect(await refused({ amount: '3' })).toBe('idempotency_conflict');
    const actions = await app.database.query(`select reason from staff_action where action = 'house.fund'`);
    expect(actions).toEqual([{ reason: 'Q4 (2 from capital, wire 81)' }]);
  });

  it('out of fees takes no more than was earned', async () => {
    const key = { token: (await signInStaff(app, 'admin')).token };
    await app.database.transaction((tx) =>
      postJournal(tx, {
        ref: 'test:fees',
        kind: 'adjustment',
        at: app.now(),
        entries: [
          { account: houseAccount('counterparty'), currency: 'BTC', amount: '-1' },
          { account: houseAccount('fees'), currency: 'BTC', amount: '1' },
        ],
      }),
    );
    const ask = { ...fund, currency: 'BTC', from: 'fees' };
    const attempts = ['a', 'b', 'c'].map((reference) =>
      app.call('POST /staff/house/fund', { ...ask, amount: '0.6', reference }, key),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(await houseBalance(app.database, 'fees', 'BTC')).toBe('0.4');
  });

  it('is possible on the command line', async () => {
    const lines: string[] = [];
    const run = (...args: string[]) =>
      runCommand(args, {
        database: app.database,
        queues: [],
        commands: app.ports.staffCommands(),
        now: app.now,
        print: (line) => void lines.push(line),
        readPassword: async () => '',
        readUpload: async () => null,
      });
    const fields = ['account=insurance', 'currency=BTC', 'amount=1', 'from=capital', 'reference=tx 7'];
    await run('house-fund', ...fields, '--why', 'losses of Friday');
    expect(lines).toContain('account insurance  currency BTC  balance 1  promised 0  free 1');
    lines.length = 0;
    await run('house');
    expect(lines.some((line) => line.startsWith('account interest  currency BTC'))).toBe(true);
  });
});
