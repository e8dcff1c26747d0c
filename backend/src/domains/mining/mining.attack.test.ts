import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { createMiningStage, type MiningStage } from '../../../test/mining-stage.ts';
import type { Person } from '../../../test/people.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { auditLedger, houseBalance, sumHouse, userBalance } from '../../platform/ledger/index.ts';
import { payJob } from './pay.ts';

const DAY = 86_400_000;

let stage: MiningStage;
beforeAll(async () => {
  stage = await createMiningStage();
});
afterAll(async () => {
  expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await stage.close();
});

const spot = (person: Person, currency = 'USDT') => userBalance(stage.app.database, person.id, 'change', currency);
const inMining = (person: Person) => userBalance(stage.app.database, person.id, 'mining', 'USDT');
const made = (outcomes: readonly { readonly type: string }[]) => outcomes.filter(({ type }) => type === 'ok').length;

/** A run of the job on a node of its own. */
const payOn = (database: Database, fence: (tx: Transaction) => Promise<void> = async () => undefined) =>
  payJob({ database, catalogue: stage.app.catalogue, ports: stage.app.ports, now: stage.app.now }).run(
    jobRun({ fence: fence as Parameters<ReturnType<typeof payJob>['run']>[0]['fence'] }),
  );

describe('an attacker', () => {
  it('who sends the same request ten times at once has one position', async () => {
    const ann = await stage.person();
    const product = await stage.productOf(5);
    const key = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => stage.lock(ann, product, { amount: '1000' }, key)));
    expect([await spot(ann), await inMining(ann)]).toEqual(['19000', '1000']);
  });

  it('who buys at once more than the limit of one user gets the limit', async () => {
    const ann = await stage.person({ USDT: '500000' });
    const product = await stage.productOf(5);
    const outcomes = [];
    // The payment password is judged a few times at once and no more.
    for (let round = 0; round < 3; round++) {
      outcomes.push(...(await Promise.all([1, 2, 3].map(() => stage.lock(ann, product, { amount: '20000' })))));
    }
    expect(made(outcomes)).toBe(2);
    expect(await inMining(ann)).toBe('40000');
  });

  it('who redeems ten times at once is paid once', async () => {
    const ann = await stage.person();
    const outcome = await stage.lock(ann, await stage.productOf(5));
    if (outcome.type !== 'ok') throw new Error(outcome.error);
    stage.app.advance(DAY);
    const both = await Promise.all([
      ...Array.from({ length: 10 }, () => stage.redeem(ann, outcome.message)),
      payOn(stage.app.database).then(() => ({ type: 'paid' })),
    ]);
    expect(made(both)).toBe(1);
    expect([await spot(ann), await inMining(ann)]).toEqual(['19990.8', '0']);
  });

  it('who asks for what is not sold, too much, too little or in crumbs gets nothing', async () => {
    const ann = await stage.person();
    const open = await stage.productOf(5);
    const { list } = await stage.app.ok('GET /lh/deposit/config');
    const of = (status: string) => list.find((each) => each.status === status) ?? open;
    const refused = async (product: typeof open, more: object = {}) => {
      const outcome = await stage.lock(ann, product, { ...more });
      return outcome.type === 'ok' ? 'ok' : outcome.error;
    };
    expect(await refused(of('upcoming'))).toBe('sale_not_open');
    expect(await refused(of('ended'))).toBe('sale_not_open');
    expect(await refused({ ...open, id: 999 })).toBe('not_found');
    expect(await refused(open, { amount: '99.999999' })).toBe('amount_too_small');
    expect(await refused(open, { amount: '100.0000001' })).toBe('field_too_precise');
    expect(await refused(open, { amount: '20000.000001' })).toBe('insufficient_balance');
    expect(await refused(open, { amount: '99999999999999999999' })).toBe('sold_out');
    expect(await refused(open, { key: '000001' })).toBe('key_wrong');
    expect([await spot(ann), await inMining(ann)]).toEqual(['20000', '0']);
  });

  it('who turns the renewal on once its days are over, while the payments are late, does not get them', async () => {
    const ann = await stage.person();
    const product = await stage.productOf(5);
    const outcome = await stage.lock(ann, product);
    if (outcome.type !== 'ok') throw new Error('the position was not made');
    stage.app.advance(7 * DAY);
    const late = { id: outcome.message.id, renew: true };
    expect(await stage.app.rejection('POST /lh/deposit/order/renew', late, { token: ann.token })).toMatchObject({
      error: 'order_not_open',
    });
    await stage.days(0);
    expect([await spot(ann), await inMining(ann)]).toEqual(['20005', '0']);
  });

  it('sees and ends nothing of another', async () => {
    const [ann, bob] = [await stage.person(), await stage.person()];
    const outcome = await stage.lock(ann, await stage.productOf(5));
    if (outcome.type !== 'ok') throw new Error(outcome.error);
    expect(await stage.redeem(bob, outcome.message)).toMatchObject({ error: 'not_found' });
    expect(await stage.orders(bob)).toMatchObject({ total: 0, locked: [] });
  });

  it('with database access cannot change what a position pays, nor delete it', async () => {
    const ann = await stage.person();
    await stage.lock(ann, await stage.productOf(5));
    for (const change of [
      'update mining_order set amount = 1000000',
      `update mining_order set day_rates = '{0.9}'`,
      'update mining_order set penalty_ratio = 0',
      'delete from mining_order',
    ]) {
      await expect(stage.app.database.query(change)).rejects.toThrow(/mining position/);
    }
  });
});

describe('payments', () => {
  it('by two nodes at once, twice and by one that lost its lease pay each day once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => stage.person()));
    const product = await stage.productOf(5);
    for (const person of people) await stage.lock(person, product, { amount: '1000', renew: true });
    stage.app.advance(2 * DAY);
    await expect(
      payOn(stage.app.database, async () => {
        throw new LeaseLost('mining-pay');
      }),
    ).rejects.toThrow(LeaseLost);
    await Promise.all([payOn(stage.app.database), payOn(stage.app.database), payOn(stage.app.database)]);
    for (const person of people) expect(await spot(person)).toBe('19000.17');
    stage.app.advance(3 * DAY);
    await Promise.all([payOn(stage.app.database), payOn(stage.app.database)]);
    // All are renewed, once.
    for (const person of people) {
      expect([await spot(person), await inMining(person)]).toEqual(['19000.5', '1000']);
      expect((await stage.orders(person)).total).toBe(2);
    }
  });

  it('one position that cannot be paid holds up no other', async () => {
    const [ann, bob] = [await stage.person(), await stage.person()];
    const product = await stage.productOf(5);
    const outcome = await stage.lock(ann, product);
    await stage.lock(bob, product);
    if (outcome.type !== 'ok') throw new Error(outcome.error);
    stage.app.advance(DAY);
    const broken: Database = {
      ...stage.app.database,
      transaction: (work) =>
        stage.app.database.transaction((tx) =>
          work({
            ...tx,
            notify: (...args) => {
              if (args[0] === ann.id) throw new Error('no more memory');
              tx.notify(...args);
            },
          }),
        ),
    };
    await payOn(broken);
    expect([await spot(ann), await spot(bob)]).toEqual(['10000', '10000.8']);
    await payOn(stage.app.database);
    expect([await spot(ann), await spot(bob)]).toEqual(['10000.8', '10000.8']);
  });

  it('reach a frozen account, which buys nothing and is not renewed', async () => {
    const ann = await stage.person();
    const product = await stage.productOf(5);
    await stage.lock(ann, product, { renew: true });
    await stage.app.database.query('update user_account set frozen_at = $2 where id = $1', [
      ann.id,
      new Date(stage.app.now()),
    ]);
    const held = [await spot(ann), await inMining(ann)];
    expect(await stage.lock(ann, product)).toMatchObject({ error: 'session_invalid' });
    expect([await spot(ann), await inMining(ann)]).toEqual(held);
    await stage.days(5);
    expect([await spot(ann), await inMining(ann)]).toEqual(['20005', '0']);
  });

  it('go on where the house cannot cover them, while sales and renewals stop', async () => {
    const ann = await stage.person({ ETH: '40' });
    const product = await stage.productOf(14, 'ETH');
    const outcome = await stage.lock(ann, product, { amount: '20', renew: true });
    expect(outcome.type).toBe('ok');
    await stage.app.database.query(
      `select post_journals(array['test:drain'], array['adjustment'], array[null]::text[], array[now()],
                            array[1, 1], array[null, null]::bigint[], array['interest', 'counterparty'],
                            array['available', 'available'], array['ETH', 'ETH'], array[-500, 500]::amount[])`,
    );
    stage.app.advance(6_000);
    const { list } = await stage.app.ok('GET /lh/deposit/config');
    expect(list.find(({ id }) => id === product.id)?.status).toBe('sold_out');
    expect(await stage.lock(ann, product, { amount: '1' })).toMatchObject({ error: 'sold_out' });
    await stage.days(14);
    expect([await spot(ann, 'ETH'), await userBalance(stage.app.database, ann.id, 'mining', 'ETH')]).toEqual([
      '40.0139988',
      '0',
    ]);
    expect(await houseBalance(stage.app.database, 'interest', 'ETH')).toBe('-0.0139988');
  });
});

it('the balance of the house is that of its entries, however far its sum is and whatever runs beside it', async () => {
  const { database } = stage.app;
  const whole = async () =>
    (
      await database.query<{ total: string }>(
        `select sum(e.amount) as total from ledger_account a join ledger_entry e on e.account_id = a.id
          where a.owner_kind = 'house' and a.name = 'interest' and a.currency = 'USDT'`,
      )
    )[0]?.total;
  const ann = await stage.person();
  await stage.lock(ann, await stage.productOf(5));
  for (let run = 0; run < 3; run++) {
    await stage.days(1);
    expect(await stage.jobs.turn('house-sums')).toBe('done');
    expect(await houseBalance(database, 'interest', 'USDT')).toBe(await whole());
  }
  // A transaction that wrote before the sum was taken and commits after it.
  let commit: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let wrote: () => void = () => undefined;
  const written = new Promise<void>((resolve) => {
    wrote = resolve;
  });
  stage.app.advance(DAY);
  const late = database.transaction(async (tx) => {
    await tx.query(
      `select post_journals(array['test:late'], array['adjustment'], array[null]::text[], array[now()],
                            array[1, 1], array[null, null]::bigint[], array['interest', 'counterparty'],
                            array['available', 'available'], array['USDT', 'USDT'], array[7, -7]::amount[])`,
    );
    wrote();
    await waits;
  });
  await written;
  for (let run = 0; run < 3; run++) await sumHouse(database);
  commit();
  await late;
  for (let run = 0; run < 3; run++) {
    await sumHouse(database);
    expect(await houseBalance(database, 'interest', 'USDT')).toBe(await whole());
  }
});
