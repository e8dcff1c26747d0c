import type { AccountEvent } from '@tessera/api/realtime';
import { DomainError } from '../http/domain-error.ts';
import { turns } from '../limits/turns.ts';
import { AGAINST_POLICY, type Claim, type Connection, TRY_AGAIN_LATER } from './connection.ts';
import { encode } from './frames.ts';
import { Meanwhile } from './meanwhile.ts';

/** How long a looked-up session is believed before account events go out on its word again, ms. */
const BELIEVED_FOR = 60_000;

/** `checkedAt` of a claim that could not be looked up; `retry` looks it up again. */
const NEVER = Number.NEGATIVE_INFINITY;

/** Look-ups that clients ask for, at a time, and that wait: the other connections to the database are for calls. */
const LOOK_UPS = { atOnce: 4, waiting: 20_000, ofAccount: 20_000 } as const;

/** The session of a token is bound to another browser than the one that opened the connection. */
export class OfAnotherBrowser extends Error {
  override name = 'OfAnotherBrowser';
}

export type IdentityParts = {
  /**
   * The user that a token belongs to; null for none, and for a session that is bound to another key. Rejects with
   * `OfAnotherBrowser` for one that is bound to another browser than the connection's. `again` where the client did not
   * ask: such a look-up does not keep the session in use.
   */
  readonly userOf: (token: string, key: Claim['key'], browser: string | null, again: boolean) => Promise<string | null>;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

export type Identity = {
  /** Takes a token at its word only after looking it up. A later token of the same connection wins over an earlier. */
  claim(connection: Connection, token: string, key: Claim['key']): Promise<void>;
  /** Keeps an event for those connections of its user of which it is not known yet whose they are. To be told first. */
  note(userId: string, event: AccountEvent): void;
  /**
   * Sends an event to a connection of this user, whose session is still valid. While a session is being looked up its
   * events wait; where that fails, they follow when it succeeds.
   */
  tell(connection: Connection, userId: string, event: AccountEvent): void | Promise<void>;
  /** Verifies the token of a connection again: sessions of this user have ended. */
  verify(connection: Connection, userId: string): Promise<void>;
  /** Looks up a claim that could not be verified; also one that was verified too long ago, where `believed` is false. */
  renew(connection: Connection, believed: boolean): Promise<void>;
};

export function createIdentity({ userOf, now, report }: IdentityParts): Identity {
  const inTurn = turns(LOOK_UPS);
  const meanwhile = new Meanwhile();
  const claim: Identity['claim'] = (connection, token, key) => lookUp(connection, { token, key }, false);

  /** Addresses take turns with what their clients ask for: a crowd at one of them keeps no others waiting. */
  function ask(connection: Connection, claimed: Claim, again: boolean): Promise<string | null> {
    const { token, key } = claimed;
    const work = () => userOf(token, key, connection.browser, again);
    if (again) return work();
    // Whose it is, is not known yet.
    const asker = { account: '', address: connection.address };
    // One that has closed, or has another token by then, is not looked up any more.
    return inTurn(asker, async () => (connection.claim === claimed ? work() : null));
  }

  async function lookUp(connection: Connection, { token, key }: Pick<Claim, 'token' | 'key'>, again: boolean) {
    const before = connection.claim?.token === token ? connection.claim : null;
    const { promise: underWay, resolve: done } = Promise.withResolvers<void>();
    const userBefore = before?.userId ?? null;
    const waiting: Claim = { token, key, userId: userBefore, checkedAt: now(), lookUp: underWay };
    const from = userBefore === null ? meanwhile.begin() : null;
    connection.claim = waiting;
    if (!before) connection.owed.clear();
    try {
      const userId = await ask(connection, waiting, again);
      if (connection.claim !== waiting) return;
      connection.claim = userId === null ? null : { ...waiting, userId, lookUp: null };
      if (userId !== null) {
        payOwed(connection);
        if (from !== null) await catchUp(connection, userId, meanwhile.since(from, userId));
        return;
      }
      connection.reject('session_invalid');
      // A page with an old token may watch prices as a guest; a session that ends takes its connection with it.
      if (userBefore !== null) connection.end(AGAINST_POLICY, 'the session has ended');
    } catch (error) {
      if (error instanceof OfAnotherBrowser) {
        if (connection.claim !== waiting) return;
        connection.claim = null;
        // The browser may have got its cookie after it connected: the page connects again, with what it has now.
        connection.end(AGAINST_POLICY, 'the session is of another browser');
        return;
      }
      // While the database is down the session is unknown: prices continue, and the claim is retried.
      if (connection.claim === waiting) connection.claim = { ...waiting, checkedAt: NEVER, lookUp: null };
      // One that has no turn is no fault: it is retried like the others.
      if (!(error instanceof DomainError)) report(error);
    } finally {
      if (from !== null) meanwhile.end();
      done();
    }
  }

  /** Tells what happened to a user while it was not known whose the connection was; null where that is not known any more. */
  async function catchUp(
    connection: Connection,
    userId: string,
    missed: readonly AccountEvent[] | null,
  ): Promise<void> {
    if (missed === null) {
      // The page connects again, and reads what it shows.
      connection.end(TRY_AGAIN_LATER, 'too much happened meanwhile');
      return;
    }
    const { claim: known } = connection;
    // The session may have been read before it ended.
    if (known && missed.some(({ kind }) => kind === 'session')) await lookUp(connection, known, true);
    for (const event of missed) await tell(connection, userId, event);
  }

  function payOwed(connection: Connection): void {
    for (const kind of connection.owed) connection.send(encode({ ch: 'account', d: { kind } }));
    connection.owed.clear();
  }

  const isFresh = (known: Claim): boolean => known.lookUp === null && now() - known.checkedAt <= BELIEVED_FOR;

  /** Waits until it is known whose the connection is. */
  async function tellLater(connection: Connection, userId: string, event: AccountEvent): Promise<void> {
    const old = connection.claim;
    // What could not be looked up is not tried again by each event: that would be a storm where a database is away.
    if (old?.lookUp === null && old.checkedAt !== NEVER) void lookUp(connection, old, true);
    // A later token, or a session that ended meanwhile, starts another look-up.
    for (let known = connection.claim; known?.lookUp; known = connection.claim) await known.lookUp;
    const { claim: known } = connection;
    if (known?.userId !== userId) return;
    if (isFresh(known)) connection.send(encode({ ch: 'account', d: event }));
    else connection.owed.add(event.kind);
  }

  function tell(connection: Connection, userId: string, event: AccountEvent): void | Promise<void> {
    const { claim: known } = connection;
    if (known?.userId !== userId) return;
    if (!isFresh(known)) return tellLater(connection, userId, event);
    connection.send(encode({ ch: 'account', d: event }));
  }

  return {
    claim,
    note: (userId, event) => meanwhile.note(userId, event),
    tell,
    async verify(connection, userId) {
      const { claim: known } = connection;
      // One that is being verified may have been read before the session ended.
      if (known?.userId === userId) await lookUp(connection, known, true);
    },
    async renew(connection, believed) {
      const { claim: known } = connection;
      if (known?.lookUp !== null || isFresh(known)) return;
      if (!believed || known.checkedAt === NEVER) await lookUp(connection, known, true);
    },
  };
}
