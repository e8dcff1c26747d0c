import type { Dependencies } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { collectOwed } from './credit.ts';
import type { Shop } from './quote.ts';
import { move } from './states.ts';
import { lockOrder, type OrderRow } from './store.ts';
import { creditPaid, isExact, PROVIDER_GRACE } from './webhook.ts';

const EVERY = 20_000;
/** Orders of a kind that one run takes, so that each kind has its turn. */
const MOST = 500;

type Parts = Pick<Dependencies, 'database' | 'now'> & { readonly shop: () => Shop; readonly most?: number };

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

type Kind = keyof typeof WAITING;

/**
 * Cancels what was not paid in time, credits what could not be priced when its payment came, sends back what is to be
 * refunded, and collects what users owe. Each order in a transaction of its own, judged again under its lock: an event or a
 * decision of staff at the same time wins or has won.
 */
export function ordersJob({ database, now, shop, most = MOST }: Parts): RecurringJob {
  /** By kind the last order of the run before, behind which this one goes on; none where that came to the end. */
  const reached = new Map<Kind, string>();

  /** Works through the next orders of a kind, also those behind orders that stay as they are. */
  const through = async ({ items }: JobRun, kind: Kind, work: (id: string) => Promise<unknown>): Promise<void> => {
    const at = now();
    const rows = await database.query<{ id: string }>(
      `select id from quick_buy_order
        where ${WAITING[kind]} and id <> all($3) and ($4::bigint is null or id > $4) order by id limit $5`,
      [new Date(at), new Date(at - PROVIDER_GRACE), items.aside(kind), reached.get(kind) ?? null, most],
    );
    const ids = rows.map(({ id }) => id);
    await items.each(kind, ids, String, work);
    const last = ids.at(-1);
    if (last === undefined || ids.length < most) reached.delete(kind);
    else reached.set(kind, last);
  };

  const each = (
    run: JobRun,
    kind: Kind,
    work: (tx: Parameters<typeof lockOrder>[0], row: OrderRow) => Promise<unknown>,
  ): Promise<void> =>
    through(run, kind, (id) =>
      database.transaction(async (tx) => {
        await run.fence(tx);
        const row = await lockOrder(tx, id);
        if (row) await work(tx, row);
      }),
    );

  /** The provider is asked outside of a transaction; it returns a payment once, however often it is asked. */
  const refund = (run: JobRun): Promise<void> =>
    through(run, 'refunding', async (id) => {
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
