import type { Sql, Transaction } from './db/database.ts';

/** `reviewer` decides queues, `operator` moves releases, `admin` does both; `support` reads. */
export const staffRoles = ['support', 'reviewer', 'operator', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

export type QueueStatus = 'pending' | 'approved' | 'rejected';

/** Something that waits for a decision of staff, or was decided. */
export type QueueItem = {
  readonly id: string;
  readonly status: QueueStatus;
  readonly user: { readonly uid: string; readonly accountName: string };
  /** The requested values, in display order; names in snake case. */
  readonly details: readonly { readonly name: string; readonly value: string }[];
  /** Locations of uploads. */
  readonly pictures: readonly string[];
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

export type Approval = Decision & {
  /** Replaces the requested amount, if the queue supports it. Decimal string. */
  readonly amount?: string | undefined;
  readonly reason?: string | undefined;
};

export type Rejection = Decision & { readonly reason: string };

export type QueuePage = { readonly status?: QueueStatus | undefined; readonly page: number; readonly limit: number };

/**
 * A review queue of a domain. Staff calls and the command line serve all queues: they check rights and claims and write
 * the audit record; the domain applies the decision and notifies the user.
 */
export type StaffQueue = {
  /** Singular, as in the audit record: `deposit`. */
  readonly name: string;
  readonly rights: { readonly read: readonly StaffRole[]; readonly decide: readonly StaffRole[] };
  /** Whether an approval may set another amount than the requested one. */
  readonly takesAmount: boolean;
  /** Pending items first, oldest first; decided ones follow, newest first. */
  readonly list: (
    sql: Sql,
    page: QueuePage,
  ) => Promise<{ readonly items: readonly QueueItem[]; readonly total: number }>;
  /** Null for an unknown id. */
  readonly show: (sql: Sql, id: string) => Promise<QueueItem | null>;
  /** Each rejects with DomainError `not_found` or `already_reviewed` where there is nothing to decide. */
  readonly approve: (tx: Transaction, id: string, approval: Approval) => Promise<void>;
  readonly reject: (tx: Transaction, id: string, rejection: Rejection) => Promise<void>;
};
