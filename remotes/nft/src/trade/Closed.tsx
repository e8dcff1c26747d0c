import type { ArtworkDetail } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState } from '@tessera/ui';
import { Countdown } from '@tessera/ui/content';
import styles from './Trade.module.css';
import { WorkLine } from './WorkLine.tsx';

type Props = { readonly work: ArtworkDetail; readonly onTurn: () => void };

/** A sale that cannot be bought from now: when it opens, or that it is over. */
export function Closed({ work, onTurn }: Props) {
  const t = useTexts('nft');
  const ahead = work.status === 'upcoming';
  const series = work.is_blind_box && !work.resale;
  return (
    <div className={styles.stack}>
      <WorkLine work={work} />
      <EmptyState
        illustration="box"
        title={t(work.viewer?.seller && work.status === 'on_sale' ? 'action.ownSale' : `action.${work.status}`)}
        text={t(ahead ? 'buy.aheadText' : series ? 'buy.seriesText' : 'buy.overText')}
        action={
          <Button variant="secondary" to={screenUrl('/pages/nft/artistDetail', { id: work.artist.id })}>
            {t('buy.more', { name: work.artist.name })}
          </Button>
        }
      />
      {ahead && (
        <p className={styles.opens}>
          {t('card.starts')} <Countdown until={work.start_time} now={serverNow} onEnd={onTurn} />
        </p>
      )}
    </div>
  );
}
