import { cmp, type DecimalString, formatPrice } from '@tessera/money';
import { useEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { useLocale } from '../locale.ts';
import { Arrow } from './Arrow.tsx';
import styles from './Price.module.css';

export type PriceProps = {
  readonly value: DecimalString;
  readonly tick: DecimalString;
  /** Colours the figure by its last move and shows an arrow with it: the one price of a page. */
  readonly lively?: boolean | undefined;
  readonly className?: string | undefined;
};

const TINT = 300;

/** A price that tints its ground for 300 ms when it moves. Not announced: ticks are too many. */
export function Price({ value, tick, lively, className }: PriceProps) {
  const locale = useLocale();
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  const [move, setMove] = useState<'up' | 'down' | null>(null);

  useEffect(() => {
    const order = cmp(value, before.current);
    before.current = value;
    if (order === 0) return;
    const direction = order > 0 ? 'up' : 'down';
    if (lively) setMove(direction);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { current } = element;
    if (!current) return;
    // Not faded: a fade repaints every ticking price of a list each frame, which is too slow on phones.
    current.dataset.tint = direction;
    const timer = setTimeout(() => delete current.dataset.tint, TINT);
    return () => clearTimeout(timer);
  }, [value, lively]);

  return (
    <span ref={element} className={classes(styles.price, className)} data-move={move ?? undefined}>
      {formatPrice(value, tick, locale)}
      {lively && move && <Arrow direction={move} />}
    </span>
  );
}
