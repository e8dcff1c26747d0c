import type { Dependencies } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { collectOwed } from './credit.ts';
import type { Shop } from './quote.ts';
import { move } from './states.ts';
import { lockOrder, type OrderRow } from './store.ts';
import { creditPaid, isExact, PROVIDER_GRACE } from './webhook.ts';

const EVERY = 20_000;
/** Orders that are read at once. */
const BATCH = 200;

type Parts = Pick<Dependencies, 'database' | 'now'> & { readonly shop: () => Shop };

/** Orders that wait for a job, oldest first. `$1` is the time, `$2` the limit of a checkout, whose news may be late. */
const WAITING = {
  unpaid: `status = 'to_be_paid' and pay_by <= case provider when 'bank' then $1::timestamptz else $2::timestamptz end`,
  unpriced: `status = 'under_review' and provider = 'checkout' and paid = amount and paid_fiat = fiat and returned = 0
    and $1::timestamptz > $2::timestamptz`,
  refunding: `status = 'refunding' and $1::timestamptz > $2::timestamptz`,
  // Of accounts that have some of it: those that stay empty would keep the newer ones from their turn.
  owing: `owed > 0 and $1::timestamptz > $2::timestamptz
    and exists (select from ledger_account a
                 where a.owner_kind = 'user' and a.user_id = quick_buy_order.user_id and a.name = 'change'
                   and a.part = 'available' and a.currency = quick_buy_order.currency and a.balance > 0)`,
} as const;

/**
 * Cancels what was not paid in time, credits what could not be priced when its payment came, sends back what is to be
 * refunded, and collects what users owe. Each order in a transaction of its own, judged again under its lock: an event or a
 * decision of staff at the same time wins or has won.
 */
export function ordersJob({ database, now, shop }: Parts): RecurringJob {
  /** All of a kind, also those behind orders that stay as they are. */
  const waiting = async ({ items, signal }: JobRun, kind: keyof typeof WAITING): Promise<readonly string[]> => {
    const at = now();
    const found: string[] = [];
    for (let last: string | null = null, more = true; more && !signal.aborted; last = found.at(-1) ?? null) {
      const rows = await database.query<{ id: string }>(
        `select id from quick_buy_order
          where ${WAITING[kind]} and id <> all($3) and ($4::bigint is null or id > $4) order by id limit ${BATCH}`,
        [new Date(at), new Date(at - PROVIDER_GRACE), items.aside(kind), last],
      );
      found.push(...rows.map(({ id }) => id));
      more = rows.length === BATCH;
    }
    return found;
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
