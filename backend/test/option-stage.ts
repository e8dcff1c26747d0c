import { randomUUID } from 'node:crypto';
import type { Output } from '@tessera/api/contract';
import { SETTLEMENT_TICKS } from '@tessera/api/options/rules';
import { hashSecret } from '../src/domains/identity/password.ts';
import { createRecorder } from '../src/platform/market/recorder.ts';
import type { Recorder } from '../src/platform/market/recorder-types.ts';
import { INDEX_PARTS, indexFields, type Tick } from '../src/platform/market/tick-record.ts';
import { type Person, signUp } from './people.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/* Options on prices that a test records: time goes by in steps, and every step is committed as the market commits it. */

export const PAY_PASSWORD = '482915';
export const BTC = 'BTC/USDT';
/** ms between two steps. */
export const STEP = 200;

export type OptionOrder = Output<'POST /microtrade/submit'>;

export type OptionStage = {
  readonly app: TestApp;
  readonly jobs: ReturnType<typeof recurringJobsOf>;
  /** Id of BTC/USDT for an option. */
  readonly match: number;
  /** Who has a payment password and these funds in the options account. */
  trader(funds?: Readonly<Record<string, string>>, level?: 0 | 1 | 2): Promise<Person>;
  /** Steps of the market, a fifth of a second apart; the index in ticks (cents) of each symbol, with three digits. */
  record(count: number, index: number | ((step: number) => number), symbols?: readonly string[]): Promise<void>;
  /** Time goes by without a price. */
  pass(ms: number): void;
  /** Opens an option: up, 60 s, 100 USDT. */
  open(person: Person, changes?: Readonly<Record<string, unknown>>, idempotencyKey?: string): Promise<OptionOrder>;
  /** The price that is the strike of what was just opened: the fifth step is its entry. */
  enter(strike: number): Promise<void>;
  /** Records the 25 prices up to the expiry and one after it, and settles. */
  expire(option: Pick<OptionOrder, 'sell_time'>, index: number | ((step: number) => number)): Promise<void>;
  /** Sets strikes and settles what is due. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

export const submission = (match: number, changes: Readonly<Record<string, unknown>> = {}) => ({
  match_id: match,
  currency_id: 3,
  type: 1,
  seconds: 60,
  number: '100',
  key: PAY_PASSWORD,
  ...changes,
});

export async function createOptionStage(app?: TestApp): Promise<OptionStage> {
  const stage = app ?? (await createTestApp());
  const recorder: Recorder = createRecorder();
  let sequence = (await recorder.load(stage.database)).sequence;
  const jobs = recurringJobsOf(stage);
  const match = stage.catalogue.current().instrument(BTC)?.id as number;

  let hash: string | undefined;

  const record: OptionStage['record'] = async (count, index, symbols = [BTC]) => {
    const price = (step: number) => (typeof index === 'number' ? index : index(step));
    await stage.database.transaction(async (tx) => {
      for (let step = 0; step < count; step++) {
        stage.advance(STEP);
        const at = stage.now();
        const fields = indexFields(Math.round(price(step) * INDEX_PARTS));
        const now = fields.index;
        const tick: Tick = {
          at,
          bid: now - 1,
          ask: now + 1,
          last: now,
          high: now,
          low: now,
          lots: 0,
          basis: 0,
          ...fields,
        };
        sequence++;
        await recorder.record(tx, {
          sequence,
          at,
          ticks: new Map(symbols.map((symbol) => [symbol, tick])),
          source: {},
        });
        recorder.committed();
      }
    });
    for (const symbol of symbols) stage.feed.setPrice(symbol, (price(count - 1) / 100).toFixed(2));
  };
  const enter: OptionStage['enter'] = (strike) => record(5, strike);
  const expire: OptionStage['expire'] = async ({ sell_time }, index) => {
    stage.advance(sell_time - SETTLEMENT_TICKS * STEP - stage.now());
    await record(SETTLEMENT_TICKS, index);
    await record(1, 6_000_000);
    await settle();
  };
  async function settle(): Promise<void> {
    const outcome = await jobs.turn('options-settle');
    if (outcome !== 'done') throw new Error(`settling: ${outcome}`);
  }

  return {
    app: stage,
    jobs,
    match,
    record,
    async trader(funds = { USDT: '10000' }, level = 2) {
      const person = await signUp(stage, { level, funds: { micro: { ...funds } } });
      hash ??= await hashSecret(PAY_PASSWORD);
      await stage.database.query('update user_account set pay_password_hash = $2 where id = $1', [person.id, hash]);
      return person;
    },
    pass: (ms) => stage.advance(ms),
    open: (person, changes, idempotencyKey = randomUUID()) =>
      stage.ok('POST /microtrade/submit', submission(match, changes), { token: person.token, idempotencyKey }),
    settle,
    enter,
    expire,
    async close() {
      await jobs.stop();
      await stage.close();
    },
  };
}
