import type { Artwork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button } from '@tessera/ui';
import { CircleCheck } from '@tessera/ui/icons';
import { Picture } from '../media/Picture.tsx';
import styles from './Trade.module.css';

/** It is theirs: what now. */
export function Bought({ work }: { readonly work: Artwork }) {
  const t = useTexts('nft');
  return (
    <div className={styles.stack}>
      <div className={styles.won}>
        <Picture media={work.media} alt={work.name} sizes="70vw" eager />
      </div>
      <p className={styles.verdict} role="status">
        <CircleCheck />
        {t('buy.done', { name: work.name })}
      </p>
      <Button size="l" block to={screenUrl('/pages/nft/myNft', { code: work.code })}>
        {t('buy.view')}
      </Button>
      <Button size="l" block variant="secondary" to={screenUrl('/pages/nft/nft')}>
        {t('work.browse')}
      </Button>
    </div>
  );
}
