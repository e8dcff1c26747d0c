import { DomainError } from '../http/domain-error.ts';

/**
 * Units of calls that a node handles at a time for a caller. A call holds a connection to the database while it is handled,
 * or waits for one: of the 16 of a node a caller has a quarter. What a list costs grows with what a user did.
 */
const AT_ONCE = 4;
/** Units that one call takes at most: beside the heaviest list there is room for an order. */
const HEAVIEST = 3;

/** Calls of a caller that wait. Guests of an address may be many behind one carrier. */
const WAITING = { user: 100, staff: 100, guests: 400 } as const;

/** Who makes a call: an account, or all guests of an address. */
export type Calling = { readonly kind: keyof typeof WAITING; readonly id: string };

export type CallInFlight = {
  readonly weight: number;
  /** A call with a key against repetition: it takes one unit, and its turn before what only reads. */
  readonly first: boolean;
};

type Turn = { readonly units: number; readonly begin: () => void };
type Held = { units: number; readonly first: Turn[]; readonly reading: Turn[] };

/** Runs work in the turn of its caller. Rejects with `rate_limited` where too many wait. */
export type InFlight = <T>(calling: Calling, call: CallInFlight, work: () => Promise<T>) => Promise<T>;

export function createInFlight(): InFlight {
  const callers = { user: new Map<string, Held>(), staff: new Map<string, Held>(), guests: new Map<string, Held>() };

  /** Guests of an address are many users: a unit of each is one call. */
  const unitsOf = ({ kind }: Calling, { weight, first }: CallInFlight): number =>
    first || kind === 'guests' ? 1 : Math.min(weight, HEAVIEST);

  function free({ kind, id }: Calling, held: Held, units: number): void {
    held.units -= units;
    for (;;) {
      const queue = held.first.length > 0 ? held.first : held.reading;
      const [next] = queue;
      if (!next || held.units + next.units > AT_ONCE) break;
      queue.shift();
      held.units += next.units;
      next.begin();
    }
    if (held.units === 0) callers[kind].delete(id);
  }

  return async (calling, call, work) => {
    const { kind, id } = calling;
    const units = unitsOf(calling, call);
    const held = callers[kind].get(id) ?? { units: 0, first: [], reading: [] };
    callers[kind].set(id, held);
    const before = held.first.length + (call.first ? 0 : held.reading.length);
    if (before === 0 && held.units + units <= AT_ONCE) {
      held.units += units;
    } else {
      if (held.first.length + held.reading.length >= WAITING[kind])
        throw new DomainError('rate_limited', { params: { seconds: 1 } });
      await new Promise<void>((begin) => (call.first ? held.first : held.reading).push({ units, begin }));
    }
    try {
      return await work();
    } finally {
      free(calling, held, units);
    }
  };
}
