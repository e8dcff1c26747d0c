import { ApiError } from '@tessera/api';
import { bus, onReconnect } from '@tessera/bus';
import { QueryClient } from '@tessera/query';

/** First part of the key of everything that belongs to the signed-in user. */
const ACCOUNT = ['account'];

/** What the server refused will be refused again; only a lost connection is worth another try. */
const worthRetrying = (failures: number, error: Error) =>
  failures < 2 && error instanceof ApiError && (error.code === 'network' || error.code === 'timeout');

/** The page's one cache of answers: the user's own figures are read again after each account event and each reconnect. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
  const reread = () => void client.invalidateQueries({ queryKey: ACCOUNT });
  bus.on('account', reread);
  onReconnect(reread);

  let uid: string | undefined;
  bus.on('session', (session) => {
    if (uid !== undefined && session?.user.uid !== uid) client.removeQueries({ queryKey: ACCOUNT });
    uid = session?.user.uid;
  });
  return client;
}
