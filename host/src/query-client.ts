import { ACCOUNT_OWNER, ApiError, invalidateTopics } from '@tessera/api';
import { bus, onReconnect } from '@tessera/bus';
import { isOnline } from '@tessera/device';
import { QueryClient } from '@tessera/query';

/** First part of the key of everything that belongs to the signed-in user. */
const ACCOUNT = [ACCOUNT_OWNER];

/** Server errors are not retried; only connection failures are, while there is a connection. */
const worthRetrying = (failures: number, error: Error) =>
  failures < 2 && isOnline() && error instanceof ApiError && (error.code === 'network' || error.code === 'timeout');

/**
 * The page's one cache of outputs. An account event makes the queries that read its topic stale, a reconnect all of the
 * user's: what changed meanwhile was not announced. What belongs to a user goes when another one or none is signed in.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: worthRetrying,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        // Otherwise a query waits for the network, and its screen loads without an end or a word.
        networkMode: 'always',
      },
    },
  });
  bus.on('account', ({ kind }) => void invalidateTopics(client, [kind]));
  onReconnect(() => {
    void client.invalidateQueries({ queryKey: ACCOUNT });
    // What failed meanwhile is there without a tap on «try again».
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  });

  let uid: string | undefined;
  bus.on('session', (session) => {
    if (uid !== undefined && session?.user.uid !== uid) {
      client.removeQueries({ queryKey: ACCOUNT });
    }
    uid = session?.user.uid;
  });
  return client;
}
