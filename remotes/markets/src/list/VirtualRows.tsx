import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  type Rect,
  useVirtualizer,
  type Virtualizer,
  windowScroll,
} from '@tanstack/react-virtual';
import { useWide } from '@tessera/ui';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useRowHeight } from './use-row-height.ts';
import styles from './VirtualRows.module.css';

/** Rows kept ready beyond either edge of the screen, so that a flick meets no gap. */
const OVERSCAN = 4;

export type RowPlace = {
  /** From 0. */
  readonly index: number;
  readonly style: { readonly transform: string };
};

type Props = {
  readonly label: string;
  readonly symbols: readonly string[];
  /** Renders one row as a list item; `place.style` puts it where it belongs. */
  readonly row: (symbol: string, place: RowPlace) => ReactNode;
};

type Scrolled = Virtualizer<Element, Element>;

/** The scrolling of whichever scrolls: the window, which the library has other functions for, or an element. */
const isWindow = ({ scrollElement }: Scrolled): boolean => (scrollElement as unknown) === window;
const SCROLLING = {
  observeElementRect: (list: Scrolled, changed: (rect: Rect) => void) =>
    isWindow(list) ? observeWindowRect(list as never, changed) : observeElementRect(list, changed),
  observeElementOffset: (list: Scrolled, changed: (offset: number, scrolls: boolean) => void) =>
    isWindow(list) ? observeWindowOffset(list as never, changed) : observeElementOffset(list, changed),
  scrollToFn: (offset: number, how: Parameters<typeof elementScroll>[1], list: Scrolled) =>
    isWindow(list) ? windowScroll(offset, how, list as never) : elementScroll(offset, how, list),
};

/** A list of rows of one height that scrolls with its page; only rows on screen are in the page. */
export function VirtualRows({ label, symbols, row }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const height = useRowHeight();
  const [above, setAbove] = useState(0);
  // Where there is room, the shell lets a list scroll by itself, beside what is opened from it.
  const wide = useWide();
  const own = () => (wide && list.current?.closest('[data-wide="list"]')) || null;
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    const scroller = wide && list.current?.closest('[data-wide="list"]');
    setAbove(Math.round(top + (scroller ? scroller.scrollTop - scroller.getBoundingClientRect().top : window.scrollY)));
  }, [wide]);
  const virtual = useVirtualizer<Element, Element>({
    ...SCROLLING,
    getScrollElement: () => own() ?? (window as unknown as Element),
    initialOffset: () => own()?.scrollTop ?? window.scrollY,
    count: symbols.length,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: above,
    getItemKey: (index) => symbols[index] ?? index,
    useFlushSync: false,
  });
  const measured = useRef(height);
  useLayoutEffect(() => {
    if (measured.current === height) return;
    measured.current = height;
    virtual.measure();
  }, [height, virtual]);
  return (
    <ul ref={list} className={styles.list} aria-label={label} style={{ blockSize: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const symbol = symbols[index];
        return symbol === undefined
          ? null
          : row(symbol, { index, style: { transform: `translateY(${start - above}px)` } });
      })}
    </ul>
  );
}
