import { randomUUID } from 'node:crypto';
import type { Output } from '@tessera/api/contract';
import { MINING_DAY } from '@tessera/api/mining/rules';
import { hashSecret } from '../src/domains/identity/password.ts';
import { type Person, signUp } from './people.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/* Mining products of a demonstration, with people who have spot funds and a payment password. */

export const PAY_PASSWORD = '482915';

export type MiningOrder = Output<'POST /lh/deposit'>;
export type MiningProduct = Output<'GET /lh/deposit/config'>['list'][number];

export async function createMiningStage(beside?: TestApp) {
  const app = await createTestApp({ DEMO_USER: '1', SESSION_IDLE_MINUTES: '43200' }, {}, undefined, undefined, beside);
  const jobs = recurringJobsOf(app);
  let hash: string | undefined;
  const productOf = async (days: number, currency = 'USDT'): Promise<MiningProduct> => {
    const { list } = await app.ok('GET /lh/deposit/config');
    const found = list.find((each) => each.lock_days === days && each.currency === currency && each.status === 'open');
    if (!found) throw new Error(`no product of ${days} days in ${currency}`);
    return found;
  };
  return {
    app,
    jobs,
    productOf,
    async person(funds: Readonly<Record<string, string>> = { USDT: '20000' }): Promise<Person> {
      const person = await signUp(app, { level: 1, funds: { change: { ...funds } } });
      hash ??= await hashSecret(PAY_PASSWORD);
      await app.database.query('update user_account set pay_password_hash = $2 where id = $1', [person.id, hash]);
      return person;
    },
    lock: (person: Person, product: MiningProduct, more: Readonly<Record<string, unknown>> = {}, key = randomUUID()) =>
      app.call(
        'POST /lh/deposit',
        { config_id: product.id, amount: '10000', key: PAY_PASSWORD, version: product.version, ...more },
        { token: person.token, idempotencyKey: key },
      ),
    redeem: (person: Person, { id }: Pick<MiningOrder, 'id'>, key = randomUUID()) =>
      app.call('POST /lh/deposit/order/cancel', { id }, { token: person.token, idempotencyKey: key }),
    /** Whole days, and what is due then. */
    async days(count: number): Promise<void> {
      app.advance(count * MINING_DAY);
      const outcome = await jobs.turn('mining-pay');
      if (outcome !== 'done') throw new Error(`paying: ${outcome}`);
    },
    orders: async (person: Person) => app.ok('GET /lh/deposit/order', {}, { token: person.token }),
    async close(): Promise<void> {
      await jobs.stop();
      await app.close();
    },
  };
}
export type MiningStage = Awaited<ReturnType<typeof createMiningStage>>;
