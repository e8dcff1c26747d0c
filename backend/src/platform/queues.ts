import type { QueueName, StaffRole } from '@tessera/api/kit';
import type { Sql, Transaction } from './db/database.ts';
import type { Credit } from './staff-changes/credit-alone.ts';

/**
 * `claim` includes the private pictures of an item while the member holds it; `confirm` is the second approval, by
 * another member.
 */
export const queueActions = ['read', 'claim', 'approve', 'confirm', 'reject'] as const;
export type QueueAction = (typeof queueActions)[number];

export type QueueStatus = 'pending' | 'approved' | 'rejected';

type Detail = { readonly name: string; readonly value: string };

/** What a reviewer should look at. */
export type QueueWarning = {
  readonly code:
    | 'same_transaction'
    | 'transaction_of_others'
    | 'same_picture'
    | 'similar_picture'
    | 'same_document'
    | 'other_name'
    | 'account_frozen'
    | 'money_kept'
    | 'address_lost';
  /** Ids of other items with the same property; none where it is this item's own. */
  readonly items: readonly string[];
};

/** Something that waits for a decision of staff, or was decided. */
export type QueueItem = {
  readonly id: string;
  readonly status: QueueStatus;
  readonly user: { readonly uid: string; readonly accountName: string };
  /** UIDs of further accounts that a decision is about. */
  readonly others?: readonly string[];
  /** The requested values, in display order; names in snake case. */
  readonly details: readonly Detail[];
  /** Locations of uploads. */
  readonly pictures: readonly string[];
  readonly warnings: readonly QueueWarning[];
  readonly reason: string | null;
  /** Name of the staff member who decided. */
  readonly reviewer: string | null;
  /** Unix ms. */
  readonly createdAt: number;
  readonly reviewedAt: number | null;
};

type Decision = {
  readonly reviewerId: string;
  /** Unix ms. */
  readonly at: number;
};

/** What a member approves, besides the item. */
export type Approved = {
  /** Replaces the requested amount, if the queue supports it. Decimal string. */
  readonly amount?: string | undefined;
  /** Transaction id of the payment, where the user stated none or a wrong one. */
  readonly txid?: string | undefined;
};

export type Approval = Decision &
  Approved & {
    readonly reason?: string | undefined;
    /** Who approved first, where the item needed two members. */
    readonly firstReviewerId?: string | undefined;
    /** Approved without a review, by the sandbox. */
    readonly demonstration?: boolean | undefined;
  };

export type Rejection = Decision & {
  readonly reason: string;
  /** Who rejected first, where the rejection needed two members. */
  readonly firstReviewerId?: string | undefined;
};

export type QueuePage = { readonly status?: QueueStatus | undefined; readonly page: number; readonly limit: number };

/**
 * `credits` is what a decision credits to a user, present where `staffQueues` says that it does. `terms` is what exactly would take effect; a second member approves the same terms, or nothing happens.
 */
export type Weight = {
  readonly needsSecond: boolean;
  readonly terms: readonly Detail[];
  readonly credits?: Credit;
};

/**
 * A review queue of a domain. Staff calls and the command line serve all queues: they check rights and claims and write
 * the audit record; the domain applies the decision and notifies the user.
 */
export type StaffQueue = {
  /** Singular, as in the audit record: `deposit`. What its decisions take is `staffQueues` of the contract. */
  readonly name: QueueName;
  readonly rights: Readonly<Record<QueueAction, readonly StaffRole[]>>;
  /** Whether an approval may set another amount than the requested one, and the transaction id. */
  readonly takesAmount: boolean;
  /** Pending items first, oldest first; decided ones follow, newest first. */
  readonly list: (
    sql: Sql,
    page: QueuePage,
  ) => Promise<{ readonly items: readonly QueueItem[]; readonly total: number }>;
  /** Null for an unknown id. */
  readonly show: (sql: Sql, id: string) => Promise<QueueItem | null>;
  /** The item that waits and has this picture; null if there is none. `upload` is the name of the upload. */
  readonly itemWith: (sql: Sql, upload: string) => Promise<string | null>;
  /**
   * Locks an item and weighs its approval by a member. Present where `staffQueues` says that two may decide. Rejects like
   * `approve` where the approval could not take effect.
   */
  readonly weigh?: (tx: Transaction, id: string, approval: Approval) => Promise<Weight>;
  /** As `weigh`, of a rejection: where one pays, too. */
  readonly weighRejection?: (tx: Transaction, id: string, rejection: Rejection) => Promise<Weight>;
  /** Each rejects with DomainError `not_found` or `already_reviewed` where there is nothing to decide. */
  readonly approve: (tx: Transaction, id: string, approval: Approval) => Promise<void>;
  readonly reject: (tx: Transaction, id: string, rejection: Rejection) => Promise<void>;
  /** Notes why an approval was refused, after its transaction was rolled back. The item may have been decided since. */
  readonly noteRefusal?: (sql: Sql, id: string, error: unknown) => Promise<void>;
};
