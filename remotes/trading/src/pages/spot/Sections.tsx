import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import styles from './SpotPage.module.css';

const SECTIONS = [
  { to: screenUrl('/pages/transaction/index'), title: 'sections.spot' },
  { to: screenUrl('/pages/transaction/index2'), title: 'sections.contracts' },
  { to: screenUrl('/pages/transaction/index3'), title: 'sections.options' },
] as const;

/** The three kinds of trading; the bar is on the screen of the first. */
export function Sections() {
  const t = useTexts('trading');
  return (
    <nav className={styles.sections} aria-label={t('sections.label')}>
      {SECTIONS.map(({ to, title }, place) => (
        <ScreenLink key={to} to={to} className={styles.section} aria-current={place === 0 ? 'page' : undefined}>
          {t(title)}
        </ScreenLink>
      ))}
    </nav>
  );
}
