import type { WalletList } from '@tessera/api/wallet/contract';
import { bus } from '@tessera/bus';
import { cmp } from '@tessera/money';
import type { QueryClient } from '@tessera/query';
import { guarded, storedValue } from '@tessera/storage';

/** What a user last had, for a start without a network. Amounts are decimal strings, `worth` in USDT. */
export type LastBalances = {
  readonly uid: string;
  /** Unix ms, by the server's clock. */
  readonly at: number;
  readonly worth: string;
  readonly rows: readonly {
    readonly account: WalletList['accounts'][number]['type'];
    readonly currency: string;
    readonly scale: number;
    readonly available: string;
    readonly frozen: string;
  }[];
};

const CALL = 'POST /wallet/list';
const MOST_ROWS = 30;

const isBalances = (stored: unknown): stored is LastBalances =>
  typeof stored === 'object' &&
  stored !== null &&
  'uid' in stored &&
  'at' in stored &&
  'rows' in stored &&
  Array.isArray(stored.rows);

const kept = storedValue<LastBalances | null>({ name: 'host.balances', initial: null, accept: guarded(isBalances) });

/** Of this user alone: null for any other, and for guests. */
export function lastBalances(uid: string | undefined): LastBalances | null {
  const stored = kept.read();
  return stored !== null && stored.uid === uid ? stored : null;
}

const rowsOf = ({ accounts }: WalletList): LastBalances['rows'] =>
  accounts
    .flatMap(({ type, currencies }) => currencies.map((holding) => ({ account: type, ...holding })))
    .filter(({ available, frozen }) => cmp(available, '0') !== 0 || cmp(frozen, '0') !== 0)
    .toSorted((a, b) => cmp(b.equivalent, a.equivalent))
    .slice(0, MOST_ROWS)
    .map(({ account, currency, scale, available, frozen }) => ({ account, currency, scale, available, frozen }));

/** Keeps what the server last said of the user's balances, and deletes it when the user logs out or another one comes. */
export function keepBalances(queries: QueryClient): () => void {
  const unsubscribe = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[1] !== CALL || query.state.status !== 'success') return;
    const uid = bus.last('session')?.user.uid;
    const wallets = query.state.data as WalletList | undefined;
    if (uid === undefined || !wallets || lastBalances(uid)?.at === wallets.at) return;
    kept.write({ uid, at: wallets.at, worth: wallets.total, rows: rowsOf(wallets) });
  });
  const stop = bus.on('session', (session) => {
    if (kept.read() !== null && lastBalances(session?.user.uid) === null) kept.clear();
  });
  return () => {
    unsubscribe();
    stop();
  };
}
