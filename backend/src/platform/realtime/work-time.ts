const WINDOW_MS = 10_000;

/**
 * ms of a window for which what the guests of an address ask for may hold a node, or what a user asks for. A page takes
 * some ms as it opens: 25 connections that joined and left channels as fast as each may held a node by themselves.
 */
const MOST = { address: 4_000, user: 1_000 } as const;

/** Who is charged for what a connection asks for. */
export type Charged = { readonly kind: keyof typeof MOST; readonly id: string };

export type WorkTime = {
  /** Charges ms of the node; false once there were too many in the window. `now` is Unix ms. */
  spend(charged: Charged, ms: number, now: number): boolean;
};

/** Measured and not estimated: what a channel costs depends on what it shows, and on who else listens. */
export function createWorkTime(): WorkTime {
  /** Windows begin together, so that the map is as large as the number of those who asked within one. */
  let spent = new Map<string, number>();
  let from = Number.NEGATIVE_INFINITY;
  return {
    spend({ kind, id }, ms, now) {
      if (Math.abs(now - from) >= WINDOW_MS) {
        spent = new Map();
        from = now;
      }
      const key = `${kind} ${id}`;
      const all = (spent.get(key) ?? 0) + ms;
      spent.set(key, all);
      return all <= MOST[kind];
    },
  };
}
