import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Ms; as long as the system's own long press. */
const LONG = 400;
/** CSS px that a finger may move and still rest. */
const STILL = 10;

type Hold = {
  /** Place of the row that was held; null while none is. */
  readonly row: number | null;
  /** The larger rows; a press outside of them closes them. */
  readonly rows: RefObject<HTMLLIElement | null>;
  close(): void;
  of(place: number): object;
};

/** Opens larger rows where a finger rests on a small one. */
export function useHold(enabled: boolean): Hold {
  const [row, setRow] = useState<number | null>(null);
  const rows = useRef<HTMLLIElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (row === null) return;
    let pressedAnew = false;
    const outside = ({ target }: Event) => {
      pressedAnew = true;
      if (!(target instanceof Node && rows.current?.contains(target))) setRow(null);
    };
    // The finger that rested is lifted over a larger row: its click chooses nothing. Keys click with a detail of 0.
    const lifted = (event: MouseEvent) => {
      if (!pressedAnew && event.detail > 0) event.stopPropagation();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('click', lifted, true);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('click', lifted, true);
    };
  }, [row]);
  const stop = () => clearTimeout(timer.current);
  return {
    row,
    rows,
    close: () => setRow(null),
    of: (place) =>
      enabled
        ? {
            onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
              stop();
              start.current = { x, y };
              if (pointerType !== 'mouse') timer.current = setTimeout(() => setRow(place), LONG);
            },
            onPointerMove({ clientX, clientY }: PointerEvent) {
              if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > STILL) stop();
            },
            onPointerUp: stop,
            onPointerCancel: stop,
            onContextMenu: (event: Event) => event.preventDefault(),
          }
        : {},
  };
}
