import type { Call } from '@tessera/api/kit';
import type { Sql } from '../db/database.ts';
import type { DomainFactory } from '../domain.ts';
import { DomainError } from '../http/domain-error.ts';
import type { NodeBus } from '../nodes/node-bus.ts';
import { requireAttempt } from './attempts.ts';
import { BUDGET_PERIOD, Budgets } from './budgets.ts';
import { type Calling, createInFlight } from './in-flight.ts';
import { networkOf } from './network.ts';

/**
 * Limits a minute. Those of the first group are units: the sum of the weights of calls. Signed-in users are limited by
 * their account alone, because thousands share one address behind a carrier.
 */
export type CallLimits = {
  /** Units of one account of a user or of staff, from wherever it calls. */
  readonly account: number;
  /** Units of one address without a session. */
  readonly guests: number;
  /** Requests of any kind from one address: looking a session up has its price too. */
  readonly address: number;

  /** Bytes of files that are sent to one address. Pictures are asked for without a session. */
  readonly bytes: number;

  /** Guesses of passwords and codes. Guesses at one account are limited besides, see `identity`. */
  readonly guesses: number;
  /** Messages that cost money and could flood inboxes. */
  readonly messages: number;
  /** Uploads of pictures. */
  readonly uploads: number;
};

/** A busy screen makes some tens of calls a minute. */
export const CALL_LIMITS: CallLimits = {
  account: 1_200,
  guests: 2_400,
  address: 24_000,
  // A quarter of what a line of a gigabit carries.
  bytes: 2 * 1024 ** 3,
  guesses: 60,
  messages: 30,
  uploads: 30,
};

/** ms between two messages to the other nodes about what was spent. */
const SHARE_EVERY = 500;
/** Entries of such a message. */
const MOST_SHARED = 2_000;

/** Whom a call is counted for. */
export type CountedCaller = {
  readonly user?: { readonly id: string } | null;
  readonly staff?: { readonly id: string } | null;
  readonly address: string;
};

export type CallLimiter = {
  /** Counts a request by its address, before anything is read. Throws `rate_limited`. */
  admitRequest(address: string): void;
  /** Counts a call by its weight. Throws `rate_limited`. */
  admitCall(call: Pick<Call, 'weight'>, caller: CountedCaller): void;
  /**
   * Both of these for a guest, where there is room for both: false, with no more spent than a request that is rejected
   * costs, where there is not.
   */
  admitShared(call: Pick<Call, 'weight'>, address: string): boolean;
  /** Counts bytes of a file that are sent to an address. Returns 0, or the ms to wait for, with nothing counted. */
  spendBytes(address: string, bytes: number): number;
  /** Counts a call of a limited group over all nodes. Rejects with `rate_limited`. */
  admitGroup(call: Pick<Call, 'limit'>, caller: CountedCaller): Promise<void>;
  /**
   * Runs what a call does, a few at a time of one account, or of the guests of an address. Rejects with `rate_limited` where
   * too many wait.
   */
  inTurn<T>(call: Pick<Call, 'weight' | 'idempotent'>, caller: CountedCaller, work: () => Promise<T>): Promise<T>;
  /** Keeps the nodes' counts together. */
  readonly domain: DomainFactory;
};

type Parts = {
  readonly limits: CallLimits;
  readonly database: Sql;
  readonly nodes: NodeBus;
  /** Unix ms. */
  readonly now: () => number;
};

/** The account that a call is counted for; null for a guest. */
const accountOf = ({ user, staff }: CountedCaller) => {
  if (staff) return { kind: 'staff', id: staff.id } as const;
  return user ? ({ kind: 'user', id: user.id } as const) : null;
};

export function createCallLimiter({ limits, database, nodes, now }: Parts): CallLimiter {
  // One of each kind: a key that is put together for each request takes longer than all else of a limit.
  const budgets = {
    ...{ address: new Budgets(), bytes: new Budgets(), guest: new Budgets() },
    ...{ user: new Budgets(), staff: new Budgets() },
  } as const;
  type Kind = keyof typeof budgets;

  const spendAddress = (address: string): number => budgets.address.spend(networkOf(address), 1, limits.address, now());
  const spendGuest = (address: string, weight: number): number =>
    budgets.guest.spend(networkOf(address), weight, limits.guests, now());
  const spendCaller = (caller: CountedCaller, weight: number): number => {
    const account = accountOf(caller);
    return account
      ? budgets[account.kind].spend(account.id, weight, limits.account, now())
      : spendGuest(caller.address, weight);
  };
  /** What was spent since the last time, by kind and key as nodes tell it: `user:7`. */
  const takeSpent = () =>
    Object.entries(budgets).flatMap(([kind, each]) =>
      [...each.takeSpent(now())].map(([key, cost]) => [`${kind}:${key}`, cost] as const),
    );
  function addSpent(spent: readonly (readonly [key: string, cost: number])[]): void {
    const byKind = Map.groupBy(spent, ([key]) => key.slice(0, key.indexOf(':')));
    for (const [kind, of] of byKind) {
      if (!Object.hasOwn(budgets, kind)) continue;
      const own = of.map(([key, cost]) => [key.slice(kind.length + 1), cost] as const);
      budgets[kind as Kind].addSpent(own, now());
    }
  }

  const inFlight = createInFlight();
  const callingOf = (caller: CountedCaller): Calling =>
    accountOf(caller) ?? { kind: 'guests', id: networkOf(caller.address) };

  function admit(wait: number): void {
    if (wait > 0) throw new DomainError('rate_limited', { params: { seconds: Math.ceil(wait / 1_000) } });
  }

  return {
    admitRequest: (address) => admit(spendAddress(address)),
    admitCall: ({ weight }, caller) => admit(spendCaller(caller, weight)),
    admitShared: ({ weight }, address) => spendGuest(address, weight) === 0 && spendAddress(address) === 0,
    spendBytes: (address, bytes) => budgets.bytes.spend(networkOf(address), bytes, limits.bytes, now()),
    async admitGroup({ limit }, caller) {
      if (!limit) return;
      const account = accountOf(caller);
      await requireAttempt(database, {
        scope: `calls:${limit}`,
        subject: account ? `${account.kind}:${account.id}` : networkOf(caller.address),
        windows: [{ most: limits[limit], within: BUDGET_PERIOD }],
        now: now(),
      });
    },
    inTurn: ({ weight, idempotent }, caller, work) =>
      inFlight(callingOf(caller), { weight, first: idempotent === true }, work),
    domain: () => ({
      name: 'call-limits',
      jobs: [
        {
          name: 'call-limits-share',
          every: SHARE_EVERY,
          exclusive: false,
          whole: 'it tells the other nodes of budgets',
          async run() {
            const spent = takeSpent();
            for (let from = 0; from < spent.length; from += MOST_SHARED)
              nodes.tell({ kind: 'spent', spent: spent.slice(from, from + MOST_SHARED) });
          },
        },
      ],
      start: () =>
        nodes.listen((message) => {
          if (message.kind === 'spent') addSpent(message.spent);
        }),
    }),
  };
}
