import { useTexts } from '@tessera/i18n';
import { ScreenLink } from '@tessera/router';
import { sourcePath } from './chosen-pair.ts';
import styles from './MarketNotice.module.css';

/** Whose prices these are, and the way to what they are worth. */
export function SourceLink({ symbol, simulated }: { readonly symbol: string; readonly simulated: boolean }) {
  const t = useTexts('trading');
  return (
    <p className={styles.source}>
      {t(simulated ? 'feed.simulated' : 'feed.live')}{' '}
      <ScreenLink className={styles.sourceLink} to={sourcePath(symbol)}>
        {t('feed.how')}
      </ScreenLink>
    </p>
  );
}
