import { ScreenLink, type ScreenUrl } from '@tessera/router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Text } from '../primitives/Primitives.tsx';
import styles from './List.module.css';

export type ListProps = {
  readonly label?: string | undefined;
  /** A card on the ground, instead of rows that reach the edges. */
  readonly card?: boolean | undefined;
  readonly children: ReactNode;
};

export const List = ({ label, card, children }: ListProps) => (
  <ul className={styles.list} aria-label={label} data-card={card || undefined}>
    {children}
  </ul>
);

export type ListRowProps = {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** Icon or coin before the title. */
  readonly start?: ReactNode;
  /** Figure or control at the end. */
  readonly value?: ReactNode;
  readonly note?: ReactNode;
  /** The value is a figure: it is never broken, and goes below the title where both do not fit beside each other. */
  readonly figure?: boolean | undefined;
  /** Makes the row a link to a screen. */
  readonly to?: ScreenUrl | undefined;
  /** Makes the row a button. */
  readonly onClick?: (() => void) | undefined;
  /** The choice in force: a link to the present place, a pressed button. */
  readonly current?: boolean | undefined;
  /** An arrow at the end; on by default where the row leads somewhere. */
  readonly chevron?: boolean | undefined;
  readonly tone?: 'danger' | undefined;
};

export function ListRow(props: ListRowProps) {
  const { title, subtitle, start, value, note, figure, to, onClick, current, tone } = props;
  const chevron = props.chevron ?? Boolean(to ?? onClick);
  const content = (
    <>
      {start && <span className={styles.start}>{start}</span>}
      <span className={styles.main}>
        <span className={styles.title}>{title}</span>
        {subtitle && <Text as="span">{subtitle}</Text>}
      </span>
      {(value || note) && (
        <span className={styles.end}>
          {value && <span className={styles.value}>{value}</span>}
          {note && <Text as="span">{note}</Text>}
        </span>
      )}
      {chevron && <ChevronRight className={styles.chevron} />}
    </>
  );
  const look = { className: styles.row, 'data-tone': tone, 'data-figure': figure || undefined };
  return (
    <li>
      {to ? (
        <ScreenLink {...look} to={to} aria-current={current || undefined}>
          {content}
        </ScreenLink>
      ) : onClick ? (
        <button {...look} type="button" onClick={onClick} aria-pressed={current}>
          {content}
        </button>
      ) : (
        <div {...look}>{content}</div>
      )}
    </li>
  );
}
