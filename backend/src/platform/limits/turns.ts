import { DomainError } from '../http/domain-error.ts';
import { networkOf } from './network.ts';

/** Seconds after which work that was turned away may be asked for again. */
const RETRY_AFTER = 15;
/** Works of one account that wait, where nothing else is said. */
const OF_ACCOUNT = 4;

/** Who asks for work: `account` is a user or a member of the staff, `address` that of the client. */
export type Asker = { readonly account: string; readonly address: string };

type Waiting = { readonly begin: () => void; readonly turnAway: () => void };
/** By account, the next one first. */
type Address = Map<string, Waiting[]>;

const rejection = () => new DomainError('rate_limited', { params: { seconds: RETRY_AFTER } });

const sizeOf = (address: Address): number => [...address.values()].reduce((sum, works) => sum + works.length, 0);

/** The key of the most, of several with the same number the last. */
function largest<T>(map: ReadonlyMap<string, T>, size: (value: T) => number): [key: string, value: T] | null {
  let found: [string, T] | null = null;
  for (const entry of map) if (!found || size(entry[1]) >= size(found[1])) found = entry;
  return found;
}

/**
 * Runs so many works at once and lets so many wait. Addresses have their turn one after the other, and so have the accounts
 * of an address: a crowd at one address is as long a wait for others as one of it. Where too many wait, the newest work of the
 * address with most of them gives its place to one of an address, or account, with fewer. Rejects with `rate_limited` what has
 * no place.
 */
export function turns({
  atOnce,
  waiting: most,
  ofAccount = OF_ACCOUNT,
}: {
  readonly atOnce: number;
  readonly waiting: number;
  readonly ofAccount?: number;
}) {
  let running = 0;
  let waiting = 0;
  /** By address, the next one first. */
  const addresses = new Map<string, Address>();

  /** The first of a map goes to its end, or leaves it. */
  function passOn<T>(map: Map<string, T>, key: string, value: T, isEmpty: boolean): void {
    map.delete(key);
    if (!isEmpty) map.set(key, value);
  }

  function next(): Waiting | undefined {
    const [ofAddress] = addresses;
    const [ofAccount] = ofAddress?.[1] ?? [];
    if (!ofAddress || !ofAccount) return undefined;
    const work = ofAccount[1].shift();
    waiting -= 1;
    passOn(ofAddress[1], ...ofAccount, ofAccount[1].length === 0);
    passOn(addresses, ...ofAddress, ofAddress[1].size === 0);
    return work;
  }

  /** Turns the newest work of those with most away; false where the asker has as many as they. */
  function makeRoom(mine: Address | undefined, held: number): boolean {
    const address = largest(addresses, sizeOf);
    const account = address && largest(address[1], ({ length }) => length);
    if (!address || !account) return false;
    const others = address[1] !== mine;
    if (others ? sizeOf(address[1]) <= (mine ? sizeOf(mine) : 0) + 1 : account[1].length <= held + 1) return false;
    account[1].pop()?.turnAway();
    waiting -= 1;
    if (account[1].length === 0) address[1].delete(account[0]);
    if (address[1].size === 0) addresses.delete(address[0]);
    return true;
  }

  function wait({ account, address }: Asker): Promise<void> {
    const network = networkOf(address);
    const mine = addresses.get(network);
    const held = mine?.get(account)?.length ?? 0;
    if (held >= ofAccount || (waiting >= most && !makeRoom(mine, held))) throw rejection();
    const ofAddress = addresses.get(network) ?? new Map<string, Waiting[]>();
    const works = ofAddress.get(account) ?? [];
    addresses.set(network, ofAddress.set(account, works));
    waiting += 1;
    return new Promise((begin, reject) => {
      works.push({ begin, turnAway: () => reject(rejection()) });
    });
  }

  return async function inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    // The turn of the one before is handed on.
    else await wait(asker);
    try {
      return await work();
    } finally {
      const following = next();
      if (following) following.begin();
      else running -= 1;
    }
  };
}
