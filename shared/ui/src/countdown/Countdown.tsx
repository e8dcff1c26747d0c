import { formatCountdown } from '@tessera/money';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocale } from '../locale.ts';

export type CountdownProps = {
  /** Unix ms. */
  readonly until: number;
  readonly onEnd?: (() => void) | undefined;
  /** In seconds alone: for what ends within a minute. */
  readonly brief?: boolean | undefined;
  /** The clock; the browser's unless given. */
  readonly now?: (() => number) | undefined;
};

const SECOND = 1000;

/** Whole seconds left, as `9s`. */
const secondsLeft = (left: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' }).format(
    Math.max(0, Math.ceil(left / SECOND)),
  );

/** Time left, to the second. Not announced as it runs. */
export function Countdown({ until, onEnd, brief, now = Date.now }: CountdownProps) {
  const locale = useLocale();
  const [left, setLeft] = useState(() => until - now());
  const tick = useEffectEvent(() => {
    const rest = until - now();
    setLeft(rest);
    if (rest <= 0) onEnd?.();
    return rest > 0;
  });

  useEffect(() => {
    if (!tick()) return;
    const timer = setInterval(() => {
      if (!tick()) clearInterval(timer);
    }, SECOND);
    return () => clearInterval(timer);
  }, [until]);

  return (
    <time role="timer" translate="no">
      {brief ? secondsLeft(left, locale) : formatCountdown(left, locale)}
    </time>
  );
}
