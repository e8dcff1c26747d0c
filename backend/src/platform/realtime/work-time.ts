const WINDOW_MS = 10_000;

/**
 * ms of a window for which what the guests of an address ask for may hold a node, what a user asks for, and what all of an
 * address do. A page takes some ms as it opens: 25 connections that joined and left channels as fast as each may held a node
 * by themselves, and so did a dozen accounts of one address.
 */
const MOST = { guests: 4_000, user: 1_000, address: 6_000 } as const;

/** Who is charged for what a connection asks for. */
export type Charged = { readonly kind: keyof typeof MOST; readonly id: string };

export type WorkTime = {
  /** Whether there were too many ms in the window already. `now` is Unix ms. */
  isSpent(charged: Charged, now: number): boolean;
  /** Charges ms of the node; false once there were too many in the window. `now` is Unix ms. */
  spend(charged: Charged, ms: number, now: number): boolean;
};

/** Measured and not estimated: what a channel costs depends on what it shows, and on who else listens. */
export function createWorkTime(): WorkTime {
  /** Windows begin together, so that the map is as large as the number of those who asked within one. */
  let spent = new Map<string, number>();
  let from = Number.NEGATIVE_INFINITY;
  const keyOf = ({ kind, id }: Charged): string => `${kind} ${id}`;
  function begin(now: number): void {
    if (Math.abs(now - from) < WINDOW_MS) return;
    spent = new Map();
    from = now;
  }
  return {
    isSpent(charged, now) {
      begin(now);
      return (spent.get(keyOf(charged)) ?? 0) > MOST[charged.kind];
    },
    spend(charged, ms, now) {
      begin(now);
      const all = (spent.get(keyOf(charged)) ?? 0) + ms;
      spent.set(keyOf(charged), all);
      return all <= MOST[charged.kind];
    },
  };
}
