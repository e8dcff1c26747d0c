import type { AccountTopic } from '@tessera/bus';

/**
 * Who may call. `verified` is a signed-in user of identity level 1 or 2; any other signed-in user gets 998, a guest
 * 999. `staff` needs a staff token, which no user token can stand in for.
 */
export type Access = 'public' | 'user' | 'verified' | 'staff';

/** Method and path behind `/api`: `POST /wallet/change`. */
export type CallId = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** What a call reads and changes, in the words of account events: one vocabulary for commands, queries and realtime. */
export type Topic = AccountTopic;

/** Calls that are limited more tightly: passwords and codes to guess, messages that cost money, pictures to decode. */
export type LimitGroup = 'guesses' | 'messages' | 'uploads';

/** Run-time data of a call for page and backend. It has no schema, so that it can be bundled in the page. */
export type Route = {
  readonly access: Access;
  /** The call moves money or makes a claim to some: it needs an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** A session begins with it, bound to the key that proves the call. It is made without a token. */
  readonly opens?: true;
  readonly reads?: readonly Topic[];
  readonly changes?: readonly Topic[];
  /** Has a separate rate limit in addition to that of all calls. */
  readonly limit?: LimitGroup;
  /** The output depends on the language of the request. */
  readonly localized?: true;
  /** Raised when the output's shape changes, so that cached output of an older shape is not read. */
  readonly shape?: number;
};

export type Routes = Readonly<Record<CallId, Route>>;

/** Types the routes of a domain: `routes({ 'POST /wallet/change': { access: 'user', idempotent: true } })`. */
export const routes = <const R extends Routes>(all: R): R => all;
