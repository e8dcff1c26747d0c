import { randomUUID } from 'node:crypto';
import { listProjects } from '../src/domains/launchpad/list.ts';
import { settleProjects } from '../src/domains/launchpad/settle.ts';
import { createProject } from '../src/domains/launchpad/staff.ts';
import { userBalance } from '../src/platform/ledger/index.ts';
import { jobRun } from './job-run.ts';
import type { Person } from './people.ts';
import type { TestApp } from './test-app.ts';

export const HOUR = 3_600_000;

let sales = 0;

/** Token sales on a test app: an hour until the window, an hour of it, an hour until the listing. */
export function launchStage(app: TestApp) {
  const changing = { database: app.database, catalogue: app.catalogue };
  const parts = { ...changing, feed: app.feed, now: app.now };
  return {
    prices(bitcoin = '60000'): void {
      app.feed.setPrice('BTC/USDT', bitcoin);
      app.feed.setPrice('ETH/USDT', '3000');
      app.feed.setPrice('SOL/USDT', '150', { bid: '149.9', ask: '150.1' });
    },
    /** A sale of 1,000 whole tokens at 2 USDT, at most 400 a user. Returns its id. */
    async sale(changes: Record<string, unknown> = {}): Promise<number> {
      sales += 1;
      const [member] = await app.database.query<{ id: string }>(
        `insert into staff_member (account, name, role, password_hash, created_at)
         values ($1, 'Sales', 'treasury', '', $2) returning id`,
        [`sales${sales}@tessera.example`, new Date(app.now())],
      );
      await createProject(
        changing,
        {
          currency: `TOK${sales}`,
          scale: 0,
          name: `Token ${sales}`,
          description_en: 'A token.',
          price: '2',
          pay_currencies: 'USDT,BTC',
          total_issuance: '1000',
          user_cap: '400',
          min_amount: '5',
          start_time: app.now() + HOUR,
          end_time: app.now() + 2 * HOUR,
          listing_time: app.now() + 3 * HOUR,
          reason: 'a test',
          ...changes,
        } as Parameters<typeof createProject>[1],
        { staffId: member?.id as string, at: app.now() },
      );
      const [row] = await app.database.query<{ id: number }>('select max(id) as id from launch_project');
      return row?.id as number;
    },
    order(
      { token }: Pick<Person, 'token'>,
      project_id: number,
      amount: string,
      { price = '2', pay_currency = 'USDT', key = randomUUID() as string } = {},
    ) {
      return app.call(
        'POST /project/order',
        { project_id, amount, pay_currency, price },
        { token, idempotencyKey: key },
      );
    },
    detail: (id: number) => app.ok('GET /project/detail', { id }),
    settle: () => settleProjects(parts, jobRun()),
    list: () => listProjects(parts, jobRun()),
    held: ({ id }: Pick<Person, 'id'>, name: 'change' | 'subscription', currency: string) =>
      userBalance(app.database, id, name, currency),
  };
}
