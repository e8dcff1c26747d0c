import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows kept ready beyond either edge, so that a flick meets no gap. */
const OVERSCAN = 6;
/** The range moves by so many rows at once: a scrolled list renders a few times a screen, not with each row. */
const STEP = 4;
/** Rows of a list that was not measured yet: a screen of them. */
const FIRST = 16;

export type RowsInView = {
  /** The rows in the page, from 0; `to` is the first that is not. */
  readonly from: number;
  readonly to: number;
};

/** Which rows of a range of px are needed, of so many rows of one height in px. */
export function rowsInView(top: number, bottom: number, height: number, count: number): RowsInView {
  if (!(height > 0)) return { from: 0, to: Math.min(count, FIRST) };
  const down = (row: number) => Math.floor(row / STEP) * STEP;
  const within = (row: number) => Math.max(0, Math.min(count, row));
  return {
    from: within(down(top / height) - OVERSCAN),
    to: within(down(bottom / height) + STEP + OVERSCAN),
  };
}

/** What scrolls the element. */
function scrollerOf(element: Element): Element | null {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return null;
}

/** The rows of a list that are in view of what scrolls it: only they have to be in the page. */
export function useRowsInView(list: RefObject<HTMLElement | null>, count: number): RowsInView {
  const [range, setRange] = useState(() => rowsInView(0, 0, 0, count));
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const scroller = scrollerOf(current);
    const look = () => {
      const row = current.querySelector('li:not([aria-hidden])')?.getBoundingClientRect().height ?? 0;
      const { top } = current.getBoundingClientRect();
      const view = scroller?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
      const next = rowsInView(view.top - top, view.bottom - top, row, count);
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    look();
    const target = scroller ?? window;
    target.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      target.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [list, count]);
  return range;
}
