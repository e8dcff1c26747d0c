import type { Transaction } from '../../platform/db/database.ts';
import type { StaffQueue } from '../../platform/queues.ts';

/** A payment that an approved withdrawal orders. */
export type PayoutOrder = {
  /** Id of the withdrawal. */
  readonly id: string;
  readonly currency: string;
  readonly network: string;
  /** Address or number of the account. */
  readonly target: string;
  /** What is to arrive. Decimal string. */
  readonly amount: string;
};

/** Who reports: the member of the staff, or null for a signer; and who agreed first, where it took two. Unix ms. */
export type ReportedBy = {
  readonly staffId: string | null;
  readonly firstStaffId?: string | undefined;
  readonly at: number;
};

/** What became of an order. Each rejects with `already_reviewed` where the withdrawal is not in the state before. */
export type PayoutReports = {
  /** It was paid: what was frozen leaves the ledger. `reference` is the transaction, or the bank's reference. */
  readonly sent: (tx: Transaction, id: string, reference: string | null, by: ReportedBy) => Promise<void>;
  /** Another transaction of the same payment took its place, with a higher fee. */
  readonly replaced: (tx: Transaction, id: string, reference: string) => Promise<void>;
  /** It cannot be undone any more: the chain's finality, the bank's booking. */
  readonly final: (tx: Transaction, id: string, by: ReportedBy) => Promise<void>;
  /** It was not paid, or came back: amount and fee are the user's again. */
  readonly failed: (tx: Transaction, id: string, reason: string, by: ReportedBy) => Promise<void>;
};

/**
 * Who pays withdrawals: staff by hand (`manualPayout`), or the signer (`chain/`).
 *
 * `order` runs in the transaction that approves, so nothing may be paid before that commits: a signer writes the order
 * down there and works it off later. `id` is its idempotency key for ever: a signer stores the signed payment, with its
 * nonce or inputs, in the transaction that takes them, and sends only what it stored, so that no id is ever paid twice.
 * Before it signs it asks `requireNotFrozen`: an owner may have frozen the account after the approval.
 */
export type Payout = {
  readonly order: (tx: Transaction, order: PayoutOrder) => Promise<void>;
  /** Orders it where a program pays it, else does nothing and resolves with false: staff have to see it first. */
  readonly orderAutomatic: (tx: Transaction, order: PayoutOrder) => Promise<boolean>;
  /** Where staff have a hand in it. */
  readonly queues: readonly StaffQueue[];
};
