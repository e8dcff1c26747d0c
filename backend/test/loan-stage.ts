import { randomUUID } from 'node:crypto';
import type { Output } from '@tessera/api/contract';
import { LOAN_PICTURES } from '@tessera/api/loans/inputs';
import { neg } from '@tessera/money';
import { hashSecret } from '../src/domains/identity/password.ts';
import { decideItem } from '../src/domains/staff/queues.ts';
import { houseAccount, postJournal } from '../src/platform/ledger/index.ts';
import { type Person, signUp } from './people.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import { signInStaff, uploadOf } from './staff-people.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/* Loans with a house that can pay them, borrowers of VIP level 2 and two members of the staff. */

export const PAY_PASSWORD = '482915';
export const DAY = 86_400_000;

export type Application = Output<'POST /user/jiedaisave'>;
type Member = Awaited<ReturnType<typeof signInStaff>>;

export type LoanStage = {
  readonly app: TestApp;
  readonly jobs: ReturnType<typeof recurringJobsOf>;
  readonly members: readonly [Member, Member];
  /** Sets the index of a collateral. */
  price(value: string, symbol?: string): void;
  /** Gives the house money to lend. */
  fund(amount: string): Promise<void>;
  /** Who may borrow and has these funds. */
  borrower(funds?: Readonly<Record<string, string>>, level?: number): Promise<Person>;
  /** An application's payload with pictures of its own: 500,000 for 30 days against 20 BTC. */
  payload(person: Person, changes?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  apply(person: Person, changes?: Readonly<Record<string, unknown>>): Promise<Application>;
  /** Both members approve. */
  approve(id: string): Promise<void>;
  /** A loan that is paid out. */
  loan(person: Person, changes?: Readonly<Record<string, unknown>>): Promise<Application>;
  latest(person: Person): Promise<Application>;
  /** Lets time pass, keeps the prices fresh, and runs the jobs. */
  pass(ms: number): Promise<void>;
  run(...names: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

export async function createLoanStage(): Promise<LoanStage> {
  const app = await createTestApp();
  const jobs = recurringJobsOf(app);
  const prices = new Map([
    ['BTC/USDT', '60000'],
    ['ETH/USDT', '3000'],
    ['USDC/USDT', '1'],
  ]);
  const refresh = () => {
    for (const [symbol, value] of prices) app.feed.setPrice(symbol, value);
  };
  refresh();
  const members = [await signInStaff(app, 'treasury'), await signInStaff(app, 'treasury')] as const;
  let hash: string | undefined;
  let funds = 0;

  const fund: LoanStage['fund'] = async (amount) => {
    funds += 1;
    await app.database.transaction((tx) =>
      postJournal(tx, {
        ref: `test-loans:${funds}`,
        kind: 'adjustment',
        at: app.now(),
        entries: [
          { account: houseAccount('grants'), currency: 'USDT', amount: neg(amount) },
          { account: houseAccount('loans'), currency: 'USDT', amount },
        ],
      }),
    );
  };
  const run: LoanStage['run'] = async (...names) => {
    for (const name of names) {
      const outcome = await jobs.turn(name);
      if (outcome !== 'done') throw new Error(`${name}: ${outcome}`);
    }
  };
  const payload: LoanStage['payload'] = async (person, changes = {}) => {
    const pictures = await Promise.all(
      LOAN_PICTURES.map(async (name) => [name, await uploadOf(app, person.id)] as const),
    );
    return {
      money: '500000',
      margin_currency: 'BTC',
      margin_number: '20',
      days: 30,
      schedule: 'end',
      contact: person.uid,
      ...Object.fromEntries(pictures),
      key: PAY_PASSWORD,
      ...changes,
    };
  };
  const apply: LoanStage['apply'] = async (person, changes) =>
    app.ok('POST /user/jiedaisave', await payload(person, changes), {
      token: person.token,
      idempotencyKey: randomUUID(),
    });
  const approve: LoanStage['approve'] = async (id) => {
    const queue = app.ports.queues().find(({ name }) => name === 'loan');
    if (!queue) throw new Error('there is no queue of loans');
    // As the calls of staff do, whose sessions would be over in a test of months.
    for (const member of members) {
      const by = { id: member.id, role: 'treasury' as const };
      await app.database.transaction((tx) => decideItem(tx, queue, id, { approve: true }, by, app.now()));
    }
  };
  const latest: LoanStage['latest'] = async (person) => {
    const { application } = await app.ok('POST /user/jiedaiusernewone', {}, { token: person.token });
    if (!application) throw new Error('there is no application');
    return application;
  };

  return {
    app,
    jobs,
    members,
    fund,
    payload,
    apply,
    approve,
    latest,
    run,
    price(value, symbol = 'BTC/USDT') {
      prices.set(symbol, value);
      refresh();
    },
    async borrower(given = { BTC: '100' }, level = 2) {
      const person = await signUp(app, { level: 2, funds: { change: { ...given } } });
      // What they are told is later than what greets them.
      app.advance(1_000);
      refresh();
      hash ??= await hashSecret(PAY_PASSWORD);
      await app.database.query('update user_account set pay_password_hash = $2, vip_level = $3 where id = $1', [
        person.id,
        hash,
        level,
      ]);
      await app.database.query('update vip_head set version = version + 1');
      await app.ports.vip().refresh();
      return person;
    },
    async loan(person, changes) {
      const { id } = await apply(person, changes);
      await approve(id);
      return latest(person);
    },
    async pass(ms) {
      app.advance(ms);
      refresh();
      // No user logs in again for months.
      for (const table of ['session', 'staff_session']) {
        await app.database.query(`update ${table} set last_seen_at = $1, expires_at = $2`, [
          new Date(app.now()),
          new Date(app.now() + DAY),
        ]);
      }
      await run('loans-accrue', 'loans-collect', 'loans-watch');
    },
    async close() {
      await jobs.stop();
      await app.close();
    },
  };
}
