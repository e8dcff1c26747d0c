import { DomainError } from '../http/domain-error.ts';

/**
 * Units of calls, by their weights, that a node handles at a time for a user; one that weighs more goes alone. What a list
 * costs grows with what a user did: the calls of a few accounts with a long history would have all connections to the
 * database.
 */
const AT_ONCE = 8;
/** Calls of a user that wait. */
const WAITING = 100;

type Turn = { readonly weight: number; readonly begin: () => void };
type Held = { units: number; readonly waiting: Turn[] };

/** Runs work in the turn of its user. Rejects with `rate_limited` where too many wait. */
export type InFlight = <T>(userId: string, weight: number, work: () => Promise<T>) => Promise<T>;

export function createInFlight(): InFlight {
  const users = new Map<string, Held>();

  const fits = ({ units }: Held, weight: number): boolean => units === 0 || units + weight <= AT_ONCE;

  function free(userId: string, held: Held, weight: number): void {
    held.units -= weight;
    for (let next = held.waiting[0]; next && fits(held, next.weight); next = held.waiting[0]) {
      held.waiting.shift();
      held.units += next.weight;
      next.begin();
    }
    if (held.units === 0) users.delete(userId);
  }

  return async (userId, weight, work) => {
    const held = users.get(userId) ?? { units: 0, waiting: [] };
    users.set(userId, held);
    if (held.waiting.length === 0 && fits(held, weight)) {
      held.units += weight;
    } else {
      if (held.waiting.length >= WAITING) throw new DomainError('rate_limited', { params: { seconds: 1 } });
      await new Promise<void>((begin) => held.waiting.push({ weight, begin }));
    }
    try {
      return await work();
    } finally {
      free(userId, held, weight);
    }
  };
}
