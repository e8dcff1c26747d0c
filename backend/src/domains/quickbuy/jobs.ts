import type { Dependencies } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { collectOwed } from './credit.ts';
import type { Shop } from './quote.ts';
import { move } from './states.ts';
import { lockOrder, type OrderRow } from './store.ts';
import { creditPaid, isExact, PROVIDER_GRACE } from './webhook.ts';

const EVERY = 20_000;
/** Orders of one run and kind; the rest is next. */
const BATCH = 200;

type Parts = Pick<Dependencies, 'database' | 'now'> & { readonly shop: () => Shop };

/** Orders that wait for a job, oldest first. `$1` is the time, `$2` the limit of a checkout, whose news may be late. */
const WAITING = {
  unpaid: `status = 'to_be_paid' and pay_by <= case provider when 'bank' then $1::timestamptz else $2::timestamptz end`,
  unpriced: `status = 'under_review' and provider = 'checkout' and paid = amount and paid_fiat = fiat and returned = 0
    and $1::timestamptz > $2::timestamptz`,
  refunding: `status = 'refunding' and $1::timestamptz > $2::timestamptz`,
  owing: `owed > 0 and $1::timestamptz > $2::timestamptz`,
} as const;

/**
 * Cancels what was not paid in time, credits what could not be priced when its payment came, sends back what is to be
 * refunded, and collects what users owe. Each order in a transaction of its own, judged again under its lock: an event or a
 * decision of staff at the same time wins or has won.
 */
export function ordersJob({ database, now, shop }: Parts): RecurringJob {
  const waiting = async ({ items }: JobRun, kind: keyof typeof WAITING): Promise<readonly string[]> => {
    const at = now();
    const rows = await database.query<{ id: string }>(
      `select id from quick_buy_order where ${WAITING[kind]} and id <> all($3) order by id limit ${BATCH}`,
      [new Date(at), new Date(at - PROVIDER_GRACE), items.aside(kind)],
    );
    return rows.map(({ id }) => id);
  };

  const each = async (
    run: JobRun,
    kind: keyof typeof WAITING,
    work: (tx: Parameters<typeof lockOrder>[0], row: OrderRow) => Promise<unknown>,
  ): Promise<number> =>
    run.items.each(kind, await waiting(run, kind), String, (id) =>
      database.transaction(async (tx) => {
        await run.fence(tx);
        const row = await lockOrder(tx, id);
        if (row) await work(tx, row);
      }),
    );

  /** The provider is asked outside of a transaction; it returns a payment once, however often it is asked. */
  const refund = async (run: JobRun): Promise<number> =>
    run.items.each('refunding', await waiting(run, 'refunding'), String, async (id) => {
      const row = await database.transaction((tx) => lockOrder(tx, id));
      const { refund: sendBack } = shop().providers.checkout;
      if (row?.status !== 'refunding' || !sendBack) return;
      await sendBack(row);
      await database.transaction(async (tx) => {
        await run.fence(tx);
        const current = await lockOrder(tx, id);
        if (current?.status === 'refunding') await move(tx, current, { status: 'refunded', at: now() });
      });
    });

  return {
    name: 'quickbuy-orders',
    every: EVERY,
    exclusive: true,
    items: ['unpaid', 'unpriced', 'owing', 'refunding'],
    async run(run) {
      await each(run, 'unpaid', async (tx, row) => {
        if (row.status === 'to_be_paid') await move(tx, row, { status: 'cancelled', cause: 'late', at: now() });
      });
      await each(run, 'unpriced', async (tx, row) => {
        if (row.status === 'under_review' && isExact(row)) await creditPaid(tx, shop(), row, now());
      });
      await each(run, 'owing', (tx, row) => collectOwed(tx, row, now()));
      await refund(run);
    },
  };
}
