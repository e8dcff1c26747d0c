/** What shows a fill: the response to the order that was just placed, or the account event of it. Never both. */
export type FillNotices = {
  /** The response showed what became of this order. */
  shown(id: string): void;
  /**
   * Whether the event of a fill is to be shown. `resting`: the order was among the open ones. `placing`: a response to an
   * order is outstanding, which will show it. True once for each order.
   */
  take(id: string, state: { readonly resting: boolean; readonly placing: boolean }): boolean;
};

export function createFillNotices(): FillNotices {
  const known = new Set<string>();
  return {
    shown: (id) => void known.add(id),
    take(id, { resting, placing }) {
      if (known.has(id) || (placing && !resting)) return false;
      known.add(id);
      return true;
    },
  };
}

export const fillNotices = createFillNotices();
