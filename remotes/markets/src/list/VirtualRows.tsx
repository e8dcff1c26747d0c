import { useWindowVirtualizer } from '@tanstack/react-virtual';
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

/** A list of rows of one height that scrolls with the window; only rows on screen are in the page. */
export function VirtualRows({ label, symbols, row }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const height = useRowHeight();
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setAbove(Math.round(top + window.scrollY));
  }, []);
  const virtual = useWindowVirtualizer({
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
