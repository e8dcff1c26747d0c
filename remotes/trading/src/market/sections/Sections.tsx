import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import styles from './Sections.module.css';

const SECTIONS = [
  { id: 'spot', to: screenUrl('/pages/transaction/index'), title: 'sections.spot' },
  { id: 'lever', to: screenUrl('/pages/transaction/index2', { mode: 'lever' }), title: 'sections.lever' },
  { id: 'contract', to: screenUrl('/pages/transaction/index2', { mode: 'contract' }), title: 'sections.contracts' },
  { id: 'options', to: screenUrl('/pages/transaction/index3'), title: 'sections.options' },
] as const;

export type Section = (typeof SECTIONS)[number]['id'];

/** The kinds of trading, on the screen of each. */
export function Sections({ current }: { readonly current: Section }) {
  const t = useTexts('trading');
  return (
    <nav className={styles.sections} aria-label={t('sections.label')}>
      {SECTIONS.map(({ id, to, title }) => (
        <ScreenLink key={id} to={to} className={styles.section} aria-current={id === current ? 'page' : undefined}>
          {t(title)}
        </ScreenLink>
      ))}
    </nav>
  );
}
