import type { Call } from '@tessera/api/kit';
import type { LanguageCode } from '@tessera/api/rules';
import type { Database, Transaction } from '../db/database.ts';
import type { SignedIn, StaffMember } from '../session/read-session.ts';
import type { By } from '../staff-command.ts';
import type { KeyUse } from './idempotency.ts';

type Common = {
  readonly language: LanguageCode;
  /** The client's address. */
  readonly address: string;
  /** The client's user agent. */
  readonly userAgent: string;
  /** The cookie by which this browser's log-ins are recognised; null for none. */
  readonly device: string | null;
  /** Gives the browser a new one. */
  readonly setDevice: (token: string) => void;
  /** The cookie of the browser that a session which begins with this call is bound to; null for none. */
  readonly browser: string | null;
  /** Thumbprint of the key that a session which begins with this call is bound to; null for none. */
  readonly key: string | null;
};

type ForAccess<A> = A extends 'user' | 'verified'
  ? { readonly user: SignedIn }
  : A extends 'staff'
    ? {
        readonly staff: StaffMember;
        readonly by: By;
        /** Runs what follows the commit of the change, such as telling other nodes, and returns what it shows. */
        readonly committed: <T>(show: () => Promise<T>) => Promise<T>;
      }
    : { readonly user: SignedIn | null };

/**
 * Context of a handler besides its input. A call with an idempotency key runs in the transaction that holds the key
 * (`tx`); other handlers open their own if needed.
 */
export type CallContext<C extends Pick<Call, 'access' | 'idempotent'>> = Common &
  ForAccess<C['access']> &
  (C['idempotent'] extends true ? { readonly tx: Transaction } : { readonly database: Database });

/** The same of a handler that commits the key's row itself. */
export type KeyedContext<C extends Pick<Call, 'access'>> = Common & ForAccess<C['access']> & { readonly use: KeyUse };
