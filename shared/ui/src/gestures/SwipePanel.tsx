import { alongLine, DECIDED, EDGE, fromLineStart, takesSideways } from '@tessera/ui';
import { type ReactNode, type TouchEvent, useRef } from 'react';
import styles from './Gestures.module.css';

export type SwipePanelProps<Id extends string> = {
  /** The tabs in their order. */
  readonly ids: readonly Id[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly children: ReactNode;
};

/** px that a finger has to come. */
const FAR = 64;

/**
 * The content of tabs: a swipe to the left shows the next tab, one to the right the one before. The tabs themselves are
 * the way without a gesture. Left to others: the edge of the screen, and what scrolls or slides sideways itself.
 */
export function SwipePanel<Id extends string>({ ids, value, onChange, children }: SwipePanelProps<Id>) {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);

  const begin = ({ touches, target, currentTarget }: TouchEvent) => {
    const touch = touches[0];
    const own =
      touch &&
      touches.length === 1 &&
      fromLineStart(document.documentElement, touch.clientX) > EDGE &&
      !takesSideways(target as Element, currentTarget);
    start.current = own ? { x: touch.clientX, y: touch.clientY } : null;
  };
  const end = ({ changedTouches, currentTarget }: TouchEvent) => {
    const touch = changedTouches[0];
    const from = start.current;
    start.current = null;
    if (!from || !touch) return;
    const [along, across] = [touch.clientX - from.x, Math.abs(touch.clientY - from.y)];
    if (Math.abs(along) < FAR || across > Math.max(DECIDED, Math.abs(along) / 2)) return;
    const next = ids[ids.indexOf(value) - Math.sign(along) * alongLine(currentTarget)];
    if (next !== undefined) onChange(next);
  };
  return (
    <div
      className={styles.panel}
      onTouchStart={begin}
      onTouchEnd={end}
      onTouchCancel={() => {
        start.current = null;
      }}
    >
      {children}
    </div>
  );
}
