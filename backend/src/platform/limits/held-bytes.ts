import { DomainError } from '../http/domain-error.ts';
import { networkOf } from './network.ts';

/** Seconds after which what was turned away may be asked for again. */
const RETRY_AFTER = 5;
/** Share of what is free that an address may hold besides what it may always. */
const SHARE = 0.25;

export type HeldLimits = {
  /** Bytes of a node. */
  readonly most: number;
  /** Bytes that an address may always hold, as far as they are free. */
  readonly always: number;
  /** Bytes of one account. */
  readonly ofAccount?: number;
};

/** For whom bytes are held. */
export type Holder = { readonly address: string; readonly account?: string };

export type HeldBytes = {
  /** Whether so many more may be held now. */
  fits(holder: Holder, bytes: number): boolean;
  /** Holds bytes. Returns a function that lets them go, once. Throws `rate_limited` where they do not fit. */
  take(holder: Holder, bytes: number): () => void;
  /** Bytes that are held. */
  readonly held: () => number;
};

/**
 * Bytes that requests have in memory while they are handled or answered. An address holds a quarter of what is free, so
 * that a few never hold all of it.
 */
export function heldBytes({ most, always, ofAccount = Number.POSITIVE_INFINITY }: HeldLimits): HeldBytes {
  const of = { address: new Map<string, number>(), account: new Map<string, number>() };
  let held = 0;

  function change(map: Map<string, number>, key: string | undefined, bytes: number): void {
    if (key === undefined) return;
    const sum = (map.get(key) ?? 0) + bytes;
    if (sum > 0) map.set(key, sum);
    else map.delete(key);
  }

  function fits({ address, account }: Holder, bytes: number): boolean {
    const mine = of.address.get(networkOf(address)) ?? 0;
    const own = account === undefined ? 0 : (of.account.get(account) ?? 0);
    return (
      held + bytes <= most && mine + bytes <= always + (most - held) * SHARE && (own === 0 || own + bytes <= ofAccount)
    );
  }

  return {
    fits,
    held: () => held,
    take(holder, bytes) {
      if (!fits(holder, bytes)) throw new DomainError('rate_limited', { params: { seconds: RETRY_AFTER } });
      const network = networkOf(holder.address);
      const add = (sum: number) => {
        held += sum;
        change(of.address, network, sum);
        change(of.account, holder.account, sum);
      };
      add(bytes);
      let taken = true;
      return () => {
        if (taken) add(-bytes);
        taken = false;
      };
    },
  };
}
