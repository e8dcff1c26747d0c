import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { alongLine } from '../gestures/takes-sideways.ts';
import styles from './Tabs.module.css';

export type TabItem<Id extends string> = {
  readonly id: Id;
  readonly label: ReactNode;
  /** Small number after the label: open orders, unread. */
  readonly count?: number | undefined;
};

export type TabsProps<Id extends string> = {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly items: ReadonlyArray<TabItem<Id>>;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly variant?: 'underline' | 'pill' | undefined;
  /** Tabs share the width instead of scrolling. */
  readonly fill?: boolean | undefined;
  /** The panel of the chosen tab; omit it if the tabs filter content elsewhere. */
  readonly children?: ReactNode;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function Tabs<Id extends string>({
  label,
  items,
  value,
  onChange,
  variant = 'underline',
  fill,
  children,
}: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const centred = useRef(false);

  const chosen = items.findIndex(({ id }) => id === value);

  const select = (index: number) => {
    const item = items[index];
    if (!item) return;
    onChange(item.id);
    const button = list.current?.children[index];
    if (!(button instanceof HTMLElement)) return;
    button.focus({ preventScroll: true });
  };

  const counts = items.map(({ count = '' }) => count).join();

  // The chosen tab in the middle: also one that is chosen by the address, and once numbers have made tabs wider.
  useEffect(() => {
    // A new row starts at its first tab: to ask would lay the page out.
    if (chosen === 0 && !centred.current) return;
    centred.current = true;
    const row = list.current;
    const tab = row?.children[chosen] as HTMLElement | undefined;
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [chosen, counts]);

  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const target =
      step !== undefined
        ? (chosen + step * alongLine(event.currentTarget) + items.length) % items.length
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? items.length - 1
            : null;
    if (target === null) return;
    event.preventDefault();
    select(target);
  };

  return (
    <>
      <div
        ref={list}
        className={styles.list}
        role="tablist"
        aria-label={label}
        data-variant={variant}
        data-fill={fill || undefined}
        onKeyDown={move}
      >
        {items.map((item, index) => {
          const selected = item.id === value;
          return (
            <button
              key={item.id}
              type="button"
              role="tab"
              id={`${base}-${item.id}`}
              className={styles.tab}
              aria-selected={selected}
              aria-controls={children === undefined ? undefined : `${base}-panel`}
              tabIndex={selected ? 0 : -1}
              onClick={() => select(index)}
            >
              <span className={styles.label}>
                {item.label}
                {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
              </span>
            </button>
          );
        })}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${value}`}>
          {children}
        </div>
      )}
    </>
  );
}
