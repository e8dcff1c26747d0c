import type { Sql } from '../../../platform/db/database.ts';
import type { BankAccount, OrderRow } from '../store.ts';
import type { AccountRow } from '../terms.ts';

/**
 * A way in which money for orders comes. Orders, quotes, limits and the ledger know no other difference between a bank
 * and a checkout.
 */
export type PaymentProvider = {
  /** The accounts to choose from; null where the provider takes any payment by itself. */
  readonly accounts: (sql: Sql) => Promise<readonly AccountRow[] | null>;
  /** Whether money can come this way at all. */
  readonly configured: (sql: Sql) => Promise<boolean>;
  /** What an order is paid by, kept with it. Rejects with `bank_unknown`, or `method_unavailable`. */
  readonly instructions: (
    sql: Sql,
    asked: { readonly fiat: string; readonly bankId: number | undefined },
  ) => Promise<{ readonly bank: BankAccount | null; readonly demonstration: boolean }>;
  /**
   * The page of the provider on which an order is paid; the same for the same order. Absent where users pay elsewhere.
   * Rejects with `checkout_unavailable`.
   */
  readonly page?: (order: OrderRow) => Promise<{ readonly session: string; readonly url: string }>;
  /** Sends a payment back, once however often it is asked to. Absent where staff do that at their bank. */
  readonly refund?: (order: OrderRow) => Promise<void>;
};
