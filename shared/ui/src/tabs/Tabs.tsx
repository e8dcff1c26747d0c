import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
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

  const select = (index: number) => {
    const item = items[index];
    if (!item) return;
    onChange(item.id);
    const button = list.current?.children[index];
    if (!(button instanceof HTMLElement)) return;
    button.focus({ preventScroll: true });
    button.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  };

  const move = (event: KeyboardEvent) => {
    const at = items.findIndex(({ id }) => id === value);
    const mirrored = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const step = STEPS[event.key];
    const target =
      step !== undefined
        ? (at + step * mirrored + items.length) % items.length
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
