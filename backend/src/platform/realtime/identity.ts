import { AGAINST_POLICY, type Connection } from './connection.ts';

/** How long a looked-up session is believed before account events go out on its word again, ms. */
const BELIEVED_FOR = 60_000;

export type IdentityParts = {
  /** The user that a token belongs to; null for none. */
  readonly userOf: (token: string) => Promise<string | null>;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

export type Identity = {
  /** Takes a token at its word only after looking it up. A later token of the same connection wins over an earlier. */
  claim(connection: Connection, token: string): Promise<void>;
  /** Whether the user's session is still valid. */
  isStill(connection: Connection, userId: string): Promise<boolean>;
  /** Verifies the token of a connection again: sessions of this user have ended. */
  verify(connection: Connection, userId: string): Promise<void>;
  /** Retries a claim that could not be verified. */
  retry(connection: Connection): Promise<void>;
};

export function createIdentity({ userOf, now, report }: IdentityParts): Identity {
  async function claim(connection: Connection, token: string): Promise<void> {
    const verified = connection.claim?.token === token && connection.claim.verified;
    const waiting = { token, userId: null, checkedAt: now(), verified };
    connection.claim = waiting;
    try {
      const userId = await userOf(token);
      if (connection.claim !== waiting) return;
      connection.claim = userId === null ? null : { token, userId, checkedAt: now(), verified: true };
      if (userId !== null) return;
      connection.reject('session_invalid');
      // A page with an old token may watch prices as a guest; a session that ends takes its connection with it.
      if (verified) connection.end(AGAINST_POLICY, 'the session has ended');
    } catch (error) {
      // While the database is down the session is unknown: prices continue, and the claim is retried.
      report(error);
    }
  }

  return {
    claim,
    async isStill(connection, userId) {
      const { claim: known } = connection;
      if (known?.userId !== userId) return false;
      if (now() - known.checkedAt > BELIEVED_FOR) await claim(connection, known.token);
      return connection.claim?.userId === userId;
    },
    async verify(connection, userId) {
      const { claim: known } = connection;
      // One that is being verified may have been read before the session ended.
      if (known && (known.userId === userId || known.userId === null)) await claim(connection, known.token);
    },
    async retry(connection) {
      const { claim: known } = connection;
      if (known && known.userId === null) await claim(connection, known.token);
    },
  };
}
