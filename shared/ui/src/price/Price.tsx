import { cmp, type DecimalString, formatPrice } from '@tessera/money';
import { useEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { useLocale } from '../locale.ts';
import { isMotionReduced } from '../motion.ts';
import { Arrow } from './Arrow.tsx';
import styles from './Price.module.css';

export type PriceProps = {
  readonly value: DecimalString;
  readonly tick: DecimalString;
  /** Colours the figure by its last move and shows an arrow with it: the one price of a page. */
  readonly lively?: boolean | undefined;
  readonly className?: string | undefined;
};

/** How long a move tints the figure, and how long after it began no other one does: ms. */
const TINT = 300;
const REST = 1_000;

/** A price that tints its ground for 300 ms when it moves, once a second at most. Not announced: ticks are too many. */
export function Price({ value, tick, lively, className }: PriceProps) {
  const locale = useLocale();
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  const resting = useRef(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const [move, setMove] = useState<'up' | 'down' | null>(null);

  useEffect(() => {
    const order = cmp(value, before.current);
    before.current = value;
    if (order === 0) return;
    const direction = order > 0 ? 'up' : 'down';
    if (lively) setMove(direction);
    const { current } = element;
    if (!current || resting.current || isMotionReduced()) return;
    // Not faded: a fade repaints every ticking price of a list each frame, which is too slow on phones.
    current.dataset.tint = direction;
    resting.current = true;
    timers.current = [
      setTimeout(() => delete current.dataset.tint, TINT),
      setTimeout(() => {
        resting.current = false;
      }, REST),
    ];
  }, [value, lively]);
  useEffect(
    () => () => {
      for (const timer of timers.current) clearTimeout(timer);
      delete element.current?.dataset.tint;
      resting.current = false;
    },
    [],
  );

  return (
    <span ref={element} translate="no" className={classes(styles.price, className)} data-move={move ?? undefined}>
      {formatPrice(value, tick, locale)}
      {lively && move && <Arrow direction={move} />}
    </span>
  );
}
