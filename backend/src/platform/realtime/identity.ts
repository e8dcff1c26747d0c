import type { Connection } from './connection.ts';

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
  /** Retries a claim that could not be verified. */
  retry(connection: Connection): Promise<void>;
};

export function createIdentity({ userOf, now, report }: IdentityParts): Identity {
  async function claim(connection: Connection, token: string): Promise<void> {
    const waiting = { token, userId: null, checkedAt: now() };
    connection.claim = waiting;
    try {
      const userId = await userOf(token);
      if (connection.claim !== waiting) return;
      connection.claim = userId === null ? null : { token, userId, checkedAt: now() };
      if (userId === null) connection.reject('session_invalid');
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
    async retry(connection) {
      const { claim: known } = connection;
      if (known && known.userId === null) await claim(connection, known.token);
    },
  };
}
