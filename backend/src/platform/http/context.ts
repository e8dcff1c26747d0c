import type { Answer, CallKey, Contract, ReadPayload } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { Database, Transaction } from '../db/database.ts';

/** Who is signed in, as far as every call may need it. */
export type SignedIn = {
  readonly id: string;
  readonly uid: string;
  readonly sessionId: string;
  readonly level: 0 | 1 | 2;
};

export type StaffMember = {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly sessionId: string;
};

type Common = {
  readonly language: LanguageCode;
  /** The client's address. */
  readonly address: string;
  /** What the client says it is. */
  readonly userAgent: string;
};

type ForAccess<A> = A extends 'user' | 'verified'
  ? { readonly user: SignedIn }
  : A extends 'staff'
    ? { readonly staff: StaffMember }
    : { readonly user: SignedIn | null };

/**
 * What a handler gets besides its payload. A call with an idempotency key runs in the transaction that holds the key
 * (`tx`); any other opens its own where it needs one.
 */
export type CallContext<K extends CallKey> = Common &
  ForAccess<Contract[K]['access']> &
  (Contract[K]['idempotent'] extends true ? { readonly tx: Transaction } : { readonly database: Database });

export type Handler<K extends CallKey> = (context: CallContext<K>, payload: ReadPayload<K>) => Promise<Answer<K>>;

/** The calls that a domain answers. */
export type Calls = { readonly [K in CallKey]?: Handler<K> };
