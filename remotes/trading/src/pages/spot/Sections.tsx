import { useTexts } from '@tessera/i18n';
import { NavLink } from '@tessera/router';
import styles from './SpotPage.module.css';

const SECTIONS = [
  { path: '/pages/transaction/index', title: 'sections.spot' },
  { path: '/pages/transaction/index2', title: 'sections.contracts' },
  { path: '/pages/transaction/index3', title: 'sections.options' },
] as const;

/** The three kinds of trading. */
export function Sections() {
  const t = useTexts('trading');
  return (
    <nav className={styles.sections} aria-label={t('sections.label')}>
      {SECTIONS.map(({ path, title }) => (
        <NavLink key={path} to={path} className={styles.section ?? ''}>
          {t(title)}
        </NavLink>
      ))}
    </nav>
  );
}
