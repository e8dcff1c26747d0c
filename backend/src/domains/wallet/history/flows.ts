import type { RecordKind } from '@tessera/api/rules';
import { FLOW_KINDS } from '@tessera/api/wallet/rules';
import { mul, quantize } from '@tessera/money';
import type { Sql } from '../../../platform/db/database.ts';
import { inBatches } from '../../../platform/process/batches.ts';

/** Digits of a value that is only shown. */
const SHOWN = 8;
const MINUTE = 60_000;
/** Flows that are valued before others of the process have their turn. */
const AT_ONCE = 2_000;

/** Of one user in one journal and currency: what came in, or went out where it is negative. */
export type Flow = {
  readonly user_id: string;
  readonly journal_id: string;
  readonly currency: string;
  readonly kind: RecordKind;
  readonly amount: string;
  /** Unix ms. */
  readonly at: number;
};

export type ValuedFlow = Flow & {
  /** Of one unit, in USDT. */
  readonly price: string;
  /** In USDT. */
  readonly value: string;
};

/** Price of a currency at a time; null where it has none. */
export type PriceAt = (code: string, time: number) => Promise<string | null>;

const SELECT = `select a.user_id, e.journal_id, e.currency, j.kind, j.at, sum(e.amount) as amount`;
const GROUP = `group by a.user_id, e.journal_id, e.currency, j.kind, j.at having sum(e.amount) <> 0`;

/** All users' from one time to before another, Unix ms, or those of one user. */
export const flowsBetween = (
  sql: Sql,
  { from, to, userId = null }: { readonly from: number; readonly to: number; readonly userId?: string | null },
): Promise<Flow[]> =>
  sql.query<Flow>(
    `${SELECT}
       from journal j
       join ledger_entry e on e.journal_id = j.id
       join ledger_account a on a.id = e.account_id and a.owner_kind = 'user'
      where j.at >= $1 and j.at < $2 and j.kind = any($3) and ($4::bigint is null or a.user_id = $4) ${GROUP}`,
    [new Date(from), new Date(to), FLOW_KINDS, userId],
  );

/** One user's since a time, Unix ms; none of them is an entry before `afterEntry`. */
export const flowsSince = (sql: Sql, userId: string, since: number, afterEntry: string): Promise<Flow[]> =>
  sql.query<Flow>(
    `${SELECT}
       from ledger_account a
       join ledger_entry e on e.account_id = a.id and e.id > $4
       join journal j on j.id = e.journal_id
      where a.user_id = $1 and j.at >= $2 and j.kind = any($3) ${GROUP}
      order by j.at, e.journal_id`,
    [userId, new Date(since), FLOW_KINDS, afterEntry],
  );

/** Values flows at the price of their minute; one without a price is worth nothing. */
export async function valued(flows: readonly Flow[], priceAt: PriceAt): Promise<readonly ValuedFlow[]> {
  const prices = new Map<string, string>();
  const result: ValuedFlow[] = [];
  for await (const batch of inBatches(flows, AT_ONCE)) {
    for (const flow of batch) {
      const end = (Math.floor(flow.at / MINUTE) + 1) * MINUTE;
      const key = `${flow.currency} ${end}`;
      const price = prices.get(key) ?? (await priceAt(flow.currency, end)) ?? '0';
      prices.set(key, price);
      result.push({ ...flow, price, value: quantize(mul(flow.amount, price), SHOWN, 'down') });
    }
  }
  return result;
}
