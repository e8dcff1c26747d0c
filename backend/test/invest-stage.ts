import { randomUUID } from 'node:crypto';
import type { Output } from '@tessera/api/contract';
import { averagedHour } from '@tessera/api/invest/rules';
import { neg } from '@tessera/money';
import { hashSecret } from '../src/domains/identity/password.ts';
import { insertProduct, type NewProduct, setRate } from '../src/domains/invest/store.ts';
import { houseAccount, postJournal } from '../src/platform/ledger/index.ts';
import { createRecorder } from '../src/platform/market/recorder.ts';
import type { Tick } from '../src/platform/market/tick-record.ts';
import { type Person, signUp } from './people.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/* Investments with a house that has funds, on prices that a test records. */

export const PAY_PASSWORD = '482915';
const DAY = 86_400_000;

export type InvestOrder = Output<'GET /dual/order'>;

type ProductChanges = Partial<NewProduct> & Pick<NewProduct, 'section'>;

export type InvestStage = {
  readonly app: TestApp;
  readonly jobs: ReturnType<typeof recurringJobsOf>;
  /** Brings money into an account of the house; a negative amount takes it out. */
  fundHouse(name: 'dual' | 'interest', currency: string, amount: string): Promise<unknown>;
  /** Who has a payment password and these funds in the spot account. */
  investor(funds?: Readonly<Record<string, string>>, level?: 0 | 1 | 2): Promise<Person>;
  /** Adds a product; sold from now on. Returns its id. */
  product(changes: ProductChanges): Promise<number>;
  buy(person: Person, id: number, num: number, idempotencyKey?: string): Promise<InvestOrder>;
  deposit(person: Person, id: number, num: string): Promise<InvestOrder>;
  redeem(person: Person, id: string, number?: string): Promise<InvestOrder>;
  order(person: Person, id: string): Promise<InvestOrder>;
  /** Lets time pass until then, Unix ms; who is signed in stays so. */
  until(time: number): Promise<void>;
  /** Ticks of an hour before a maturity, evenly, and one after it; the index counts cents. Signs them. */
  recordHour(maturesAt: number, count: number, index: number | ((step: number) => number)): Promise<void>;
  /** Runs a job of this domain, which must succeed. */
  run(job: 'invest-settle' | 'invest-renew' | 'invest-accrue'): Promise<void>;
  /** Ends and renews what is due. */
  ends(): Promise<void>;
  close(): Promise<void>;
};

/** The next 08:00 UTC at least so many days away. */
export const maturityAfter = (now: number, days: number): number =>
  Math.ceil((now + days * DAY - DAY / 3) / DAY) * DAY + DAY / 3;

/** Brings money into an account of the house; a negative amount takes it out. */
export const fundHouse = (app: TestApp, name: 'dual' | 'interest' | 'promotions', currency: string, amount: string) =>
  app.database.transaction((tx) =>
    postJournal(tx, {
      ref: `test-house:${name}:${currency}:${randomUUID()}`,
      kind: 'adjustment',
      at: app.now(),
      entries: [
        { account: houseAccount('grants'), currency, amount: neg(amount) },
        { account: houseAccount(name), currency, amount },
      ],
    }),
  );

/** Adds a product; sold from now on. Returns its id. */
export async function addProduct(app: TestApp, changes: ProductChanges): Promise<number> {
  const now = app.now();
  const dual = changes.section === 'blockchain' || changes.section === 'metals';
  const days = changes.section === 'demand' ? null : (changes.days ?? 3);
  const matures_at = dual ? maturityAfter(now, (days ?? 0) + 1) : null;
  const product: NewProduct = {
    code: `test:${randomUUID()}`,
    rolled: false,
    side: null,
    symbol: dual ? 'BTC/USDT' : null,
    currency: 'USDT',
    other_currency: null,
    name: null,
    description: null,
    price: dual ? '60000' : null,
    annual_rate: '0.1',
    penalty_ratio: '0',
    days,
    matures_at,
    volatility: dual ? '1' : null,
    share_size: '100',
    total_shares: 1_000,
    min_shares: 1,
    max_shares: null,
    opens_at: now,
    closes_at: matures_at === null || days === null ? null : matures_at - days * DAY,
    open: true,
    created_at: now,
    ...changes,
  };
  const added = await insertProduct(app.database, product);
  if (!added) throw new Error('the code is taken');
  if (added.section === 'demand') {
    await setRate(app.database, added.id, new Date(now).toISOString().slice(0, 10), added.annual_rate);
  }
  return added.id;
}

export async function createInvestStage(): Promise<InvestStage> {
  const app = await createTestApp();
  const recorder = createRecorder();
  let sequence = (await recorder.load(app.database)).sequence;
  const jobs = recurringJobsOf(app);
  const hash = await hashSecret(PAY_PASSWORD);
  await fundHouse(app, 'dual', 'USDT', '1000000');
  await fundHouse(app, 'dual', 'BTC', '20');
  await fundHouse(app, 'interest', 'USDT', '10000');
  await fundHouse(app, 'interest', 'BTC', '1');
  const tokenOf = ({ token }: Person, idempotencyKey: string = randomUUID()) => ({ token, idempotencyKey });

  const recordAll = (steps: readonly (readonly [at: number, index: number])[]) =>
    app.database.transaction(async (tx) => {
      for (const [at, index] of steps) {
        app.advance(at - app.now());
        const tick: Tick = { at, bid: index - 1, ask: index + 1, last: index, high: index, low: index, lots: 0, index };
        sequence++;
        await recorder.record(tx, { sequence, at, ticks: new Map([['BTC/USDT', tick]]), source: {} });
        recorder.committed();
      }
    });
  /** Sessions end long before investments do. */
  const keepSessions = () =>
    app.database.query(`update session set expires_at = $1, last_seen_at = $2`, [
      new Date(app.now() + 100 * DAY),
      new Date(app.now()),
    ]);

  const run: InvestStage['run'] = async (job) => {
    const outcome = await jobs.turn(job);
    if (outcome !== 'done') throw new Error(`${job}: ${outcome}`);
  };
  return {
    app,
    jobs,
    fundHouse: (name, currency, amount) => fundHouse(app, name, currency, amount),
    async investor(funds = { USDT: '100000', BTC: '20' }, level = 2) {
      const person = await signUp(app, { level, funds: { change: { ...funds } } });
      await app.database.query('update user_account set pay_password_hash = $2 where id = $1', [person.id, hash]);
      return person;
    },
    product: (changes) => addProduct(app, changes),
    buy: (person, id, num, idempotencyKey) =>
      app.ok('POST /dual/buyDual', { id, num, key: PAY_PASSWORD }, tokenOf(person, idempotencyKey)),
    deposit: (person, id, num) => app.ok('POST /dual/buyDemand', { id, num, key: PAY_PASSWORD }, tokenOf(person)),
    redeem: (person, id, number) => app.ok('POST /dual/order_sh', { id, ...(number && { number }) }, tokenOf(person)),
    order: (person, id) => app.ok('GET /dual/order', { id }, { token: person.token }),
    async until(time) {
      app.advance(time - app.now());
      await keepSessions();
    },
    async recordHour(maturesAt, count, index) {
      const [from, to] = averagedHour(maturesAt);
      const price = (step: number) => (typeof index === 'number' ? index : index(step));
      await recordAll([
        ...Array.from({ length: count }, (_, step): [number, number] => [
          from + Math.trunc((step * (to - from)) / count),
          price(step),
        ]),
        [to, 1],
        [to + 61_000, price(count - 1)],
      ]);
      app.advance(10_000);
      // Half an hour a run.
      for (let run = 0; run < 3; run++) {
        const outcome = await jobs.turn('market-minute');
        if (outcome !== 'done') throw new Error(`signing: ${outcome}`);
      }
      await keepSessions();
    },
    run,
    async ends() {
      await run('invest-settle');
      await run('invest-renew');
    },
    async close() {
      await jobs.stop();
      await app.close();
    },
  };
}
