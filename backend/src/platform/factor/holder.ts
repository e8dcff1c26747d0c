import type { Transaction } from '../db/database.ts';
import type { DomainError } from '../http/domain-error.ts';

/** Owner of second factors. Those of users and of staff are apart, even with the same id. */
export type Holder = { readonly kind: 'user' | 'staff'; readonly id: string };

/**
 * Rejects where the factor that was used is not there any more. Holds it until the transaction ends, so that its removal
 * finds what it was used for. Called with the holder's account locked: a removal locks that first.
 */
export type RequireKept = (tx: Transaction) => Promise<void>;

/** A factor that was used: whether it has waited long enough to approve, too. */
export type Used = { readonly requireKept: RequireKept; readonly approves: boolean };

/** `select` locks the row of the factor for key share; `wrong` is the error of one that does not exist. */
export const requiringRow =
  (select: string, values: readonly unknown[], wrong: () => DomainError): RequireKept =>
  async (tx) => {
    if ((await tx.query(select, values)).length === 0) throw wrong();
  };

/** The stored form: `user:17`. */
export const holderKey = ({ kind, id }: Holder): string => `${kind}:${id}`;

export function holderOf(key: string): Holder {
  const [kind, id] = key.split(':');
  if ((kind !== 'user' && kind !== 'staff') || !id) throw new Error(`${key} names no holder of factors`);
  return { kind, id };
}
