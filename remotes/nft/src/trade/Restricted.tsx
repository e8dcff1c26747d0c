import type { ArtworkDetail } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { Note } from '@tessera/ui';
import styles from './Trade.module.css';
import { WorkLine } from './WorkLine.tsx';

/** Why there is no button: residents of the user's country neither buy nor bid. */
export function NotInCountry() {
  const t = useTexts('nft');
  return (
    <Note tone="plain" role="status">
      {t('action.country')}
    </Note>
  );
}

/** A work that the user may look at only. */
export function Restricted({ work }: { readonly work: ArtworkDetail }) {
  return (
    <div className={styles.stack}>
      <WorkLine work={work} />
      <NotInCountry />
    </div>
  );
}
