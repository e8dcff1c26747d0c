import { Inline } from '@tessera/ui';
import styles from './SupportScreen.module.css';

type TabStripProps<Tab extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: Tab;
  readonly names: Readonly<Record<Tab, string>>;
  /** How many wait behind a tab; those that are not known yet, or not counted, have none. */
  readonly counts: { readonly [Each in Tab]?: number | undefined };
  readonly onChoose: (tab: Tab) => void;
};

/** Parts of a screen of which one is shown. */
export function TabStrip<Tab extends string>({ label, tabs, chosen, names, counts, onChoose }: TabStripProps<Tab>) {
  return (
    <Inline gap={2} wrap at="end" role="tablist" aria-label={label}>
      {tabs.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          className={styles.box}
          aria-selected={each === chosen}
          onClick={() => onChoose(each)}
        >
          {names[each]} {counts[each] !== undefined && <span className={styles.count}>{counts[each]}</span>}
        </button>
      ))}
    </Inline>
  );
}
