import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { VisuallyHidden } from '../primitives/Primitives.tsx';
import { placeOf } from './place-of.ts';
import styles from './SortableList.module.css';

export type SortableItem = {
  readonly id: string;
  /** As the handle and the announcement name it. */
  readonly name: string;
  readonly content: ReactNode;
};

export type SortableListProps = {
  readonly label: string;
  readonly items: readonly SortableItem[];
  /** Both from 0. */
  readonly onMove: (from: number, to: number) => void;
  /** Name of the handle of an item, and how to use it. */
  readonly handle: (name: string) => string;
  /** What is announced after a move; the place counts from 1. */
  readonly announced: (name: string, place: number, count: number) => string;
};

type Drag = { readonly id: string; readonly from: number; readonly to: number; readonly by: number };

/** Where a key moves an item: one place, or to an end. */
function keyTarget(key: string, from: number, count: number): number | null {
  const targets: Readonly<Record<string, number>> = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: count - 1 };
  const to = targets[key];
  return to === undefined || to < 0 || to >= count || to === from ? null : to;
}

/** Rows of one height that are moved by their handles: dragged, or with the arrow keys, Home and End. */
export function SortableList({ label, items, onMove, handle, announced }: SortableListProps) {
  const list = useRef<HTMLUListElement>(null);
  const start = useRef(0);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [said, say] = useState('');

  const move = ({ name }: SortableItem, from: number, to: number) => {
    onMove(from, to);
    say(announced(name, to + 1, items.length));
  };
  const height = () => list.current?.querySelector('li')?.getBoundingClientRect().height ?? 0;

  const begin = (event: PointerEvent<HTMLButtonElement>, { id }: SortableItem, from: number) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    start.current = event.clientY;
    setDrag({ id, from, to: from, by: 0 });
  };
  const follow = (event: PointerEvent) => {
    if (!drag) return;
    const by = event.clientY - start.current;
    setDrag({ ...drag, by, to: placeOf(drag.from, by, height(), items.length) });
  };
  const end = (item: SortableItem) => {
    if (drag && drag.to !== drag.from) move(item, drag.from, drag.to);
    setDrag(null);
  };
  const press = (event: KeyboardEvent, item: SortableItem, from: number) => {
    if (event.key === 'Escape' && drag) {
      event.stopPropagation();
      setDrag(null);
      return;
    }
    const to = keyTarget(event.key, from, items.length);
    if (to === null) return;
    event.preventDefault();
    move(item, from, to);
  };
  /** Rows between the old place and the new one make room. */
  const shift = (id: string, at: number): string | undefined => {
    if (!drag) return undefined;
    if (id === drag.id) return `translateY(${drag.by}px)`;
    if (at > drag.from && at <= drag.to) return 'translateY(-100%)';
    if (at < drag.from && at >= drag.to) return 'translateY(100%)';
    return undefined;
  };

  return (
    <>
      <ul ref={list} className={styles.list} aria-label={label}>
        {items.map((item, at) => (
          <li
            key={item.id}
            className={styles.item}
            data-dragged={drag?.id === item.id || undefined}
            style={{ transform: shift(item.id, at) }}
          >
            <button
              type="button"
              className={styles.handle}
              aria-label={handle(item.name)}
              onPointerDown={(event) => begin(event, item, at)}
              onPointerMove={follow}
              onPointerUp={() => end(item)}
              onPointerCancel={() => setDrag(null)}
              onKeyDown={(event) => press(event, item, at)}
            >
              <GripVertical className="lucide" />
            </button>
            {item.content}
          </li>
        ))}
      </ul>
      <VisuallyHidden as="p" role="status">
        {said}
      </VisuallyHidden>
    </>
  );
}
