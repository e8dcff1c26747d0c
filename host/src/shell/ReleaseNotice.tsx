import { useTexts } from '@tessera/i18n';
import { useSyncExternalStore } from 'react';
import type { Release } from '../federation/release.ts';
import styles from './ReleaseNotice.module.css';

type Props = { readonly release: Release; readonly onAgree: () => void };

/** Loads the page as it is released, at the screen where it is. */
const clearOverrides = () => window.location.assign(`${window.location.pathname}${window.location.hash}`);

/** Shows overrides, and new versions that wait for the user's confirmation. */
export default function ReleaseNotice({ release, onAgree }: Props) {
  const t = useTexts('host');
  const offered = useSyncExternalStore(release.subscribe, release.offered);
  return (
    <div className={styles.notices}>
      {release.overrides.map(({ remote, from }) => (
        <p key={remote.name} className={styles.notice} data-kind="override">
          <span role="status">{t('release.overridden', { name: remote.name, from })}</span>
          <button type="button" onClick={clearOverrides}>
            {t('release.clear')}
          </button>
        </p>
      ))}
      {offered.length > 0 && (
        <p className={styles.notice}>
          <span role="status">{t('release.offered')}</span>
          <button type="button" onClick={onAgree}>
            {t('release.agree')}
          </button>
        </p>
      )}
    </div>
  );
}
