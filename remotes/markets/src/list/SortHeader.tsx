import { useTexts } from '@tessera/i18n';
import { classes, Span } from '@tessera/ui';
import { nextSort, type Sort, type SortKey } from './order.ts';
import styles from './SortHeader.module.css';

type Props = { readonly sort: Sort; readonly onSort: (sort: Sort) => void };

/** Two triangles; the one of the direction in force is lit. */
const Arrows = ({ direction }: { readonly direction: 'up' | 'down' | null }) => (
  <svg className={styles.arrows} viewBox="0 0 8 12" aria-hidden="true">
    <path data-lit={direction === 'up' || undefined} d="M4 .5 7.25 5H.75Z" />
    <path data-lit={direction === 'down' || undefined} d="M4 11.5.75 7h6.5Z" />
  </svg>
);

function SortButton({ column, sort, onSort }: Props & { readonly column: SortKey }) {
  const t = useTexts('markets');
  const inForce = sort?.key === column ? sort : null;
  const name = t(`sort.${column}`);
  const label = inForce ? `${name}, ${t(inForce.descending ? 'sort.descending' : 'sort.ascending')}` : name;
  return (
    <button
      type="button"
      className={styles.sort}
      aria-pressed={inForce !== null}
      aria-label={label}
      onClick={() => onSort(nextSort(sort, column))}
    >
      <span>{name}</span>
      <Arrows direction={inForce && (inForce.descending ? 'down' : 'up')} />
    </button>
  );
}

/** The columns' heads; a tap sorts, and sorts again even without another change. */
export function SortHeader(props: Props) {
  const t = useTexts('markets');
  return (
    <fieldset className={styles.header} aria-label={t('sort.label')}>
      <span className={styles.names}>
        <SortButton {...props} column="name" />
        <Span tone="disabled" aria-hidden="true">
          /
        </Span>
        <SortButton {...props} column="volume" />
      </span>
      <span className={classes(styles.cell, styles.price)}>
        <SortButton {...props} column="price" />
      </span>
      <span className={classes(styles.cell, styles.change)}>
        <SortButton {...props} column="change" />
      </span>
    </fieldset>
  );
}
