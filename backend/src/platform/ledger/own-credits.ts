import { contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import type { Database, Transaction } from '../db/database.ts';

/*
 * Calls that declare to enrich no one but their caller. What they post is checked by whatever writes it: a transaction of
 * theirs, the committer of many journals and the market's desk, wherever those run.
 */

/** A request: who makes which call. */
export type Request = { readonly userId: string; readonly callId: string };

/** Of a journal, what says whom it credits. */
type Credits = {
  readonly kind: string;
  readonly entries: readonly {
    readonly account: { readonly owner: 'house' } | { readonly owner: 'user'; readonly userId: string };
    readonly amount: string;
  }[];
};

export const isZero = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);

const calls: Readonly<Record<string, Call>> = contract;

/** Whether a call declares that no user but its caller gains by it. A task of the exchange, which is no call, does not. */
export const creditsOwnOnly = (callId: string): boolean =>
  Object.hasOwn(calls, callId) && calls[callId]?.value?.to === 'nobody';

/** Throws where journals of such a call credit another user. */
export function requireOwnCredits({ userId, callId }: Request, journals: readonly Credits[]): void {
  if (!creditsOwnOnly(callId)) return;
  for (const { kind, entries } of journals) {
    const others = entries.some(
      ({ account, amount }) =>
        account.owner === 'user' && account.userId !== userId && !amount.startsWith('-') && !isZero(amount),
    );
    if (others) throw new Error(`${callId} credits another user (${kind}), which it declares not to do`);
  }
}

/** Whose accounts alone a transaction may credit. */
const requests = new WeakMap<Transaction, Request>();

/** From now on what the transaction posts is checked as of this request. */
export function postsFor(tx: Transaction, request: Request): void {
  requests.set(tx, request);
}

export function requireOwnCreditsIn(tx: Transaction, journals: readonly Credits[]): void {
  const request = requests.get(tx);
  if (request) requireOwnCredits(request, journals);
}

/** A database whose transactions are checked as of this request. */
export const databaseFor = (database: Database, request: Request): Database => ({
  ...database,
  transaction: (work) =>
    database.transaction((tx) => {
      postsFor(tx, request);
      return work(tx);
    }),
  batch: (work) =>
    database.batch((tx) => {
      postsFor(tx, request);
      return work(tx);
    }),
});
