import type { Artwork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { ScreenLink } from '@tessera/router';
import { Badge, Skeleton, Text, useLocale } from '@tessera/ui';
import { Countdown } from '@tessera/ui/content';
import { AudioLines, Clapperboard, Images } from 'lucide-react';
import { priceFigure } from '../figures.ts';
import { type Eagerness, Picture } from '../media/Picture.tsx';
import { FavouriteButton } from './FavouriteButton.tsx';
import { askLabel, RarityBadge, StateText } from './StateBadge.tsx';
import styles from './Works.module.css';
import { workScreen } from './work-screen.ts';

/**
 * Two in a row of the column: 173 px of a phone of 390. A little less is said, so that a screen of two pixels a px takes the
 * picture of 320 px, which is half of the bytes of the next one and looks the same.
 */
const HALF = '160px';

const KINDS = { image: null, gif: <Images />, audio: <AudioLines />, video: <Clapperboard /> } as const;

/** What is asked for it now, in words and figures. */
function Ask({ work }: { readonly work: Artwork }) {
  const t = useTexts('nft');
  const locale = useLocale();
  return (
    <span className={styles.ask}>
      <Text as="span">{t(askLabel(work))}</Text>
      <strong>{priceFigure(work.current_bid ?? work.price, work.currency, locale)}</strong>
    </span>
  );
}

/** When it opens or closes, else its state. */
function When({ work }: { readonly work: Artwork }) {
  const t = useTexts('nft');
  const { status, start_time, end_time } = work;
  const until = status === 'upcoming' ? start_time : status === 'on_sale' ? end_time : null;
  if (until === null) {
    return (
      <Text as="span">
        <StateText status={status} stock={work.stock} />
      </Text>
    );
  }
  return (
    <span className={styles.clock}>
      <Text as="span">{t(status === 'upcoming' ? 'card.starts' : 'card.ends')}</Text>{' '}
      <Countdown key={status} until={until} now={serverNow} />
    </span>
  );
}

type Props = { readonly work: Artwork; readonly eager?: Eagerness | undefined };

/** A work in a grid: picture, names, what is asked, until when. */
export function WorkCard({ work, eager }: Props) {
  const t = useTexts('nft');
  const kind = KINDS[work.type];
  return (
    <li className={styles.card}>
      <ScreenLink className={styles.link} to={workScreen(work)}>
        <Picture media={work.media} alt="" sizes={HALF} eager={eager} square />
        <span className={styles.badges}>
          {kind && (
            <span>
              <Badge icon={kind}>{t(`type.${work.type}`)}</Badge>
            </span>
          )}
          {work.is_blind_box && (
            <span>
              <Badge tone="accent">{t('saleType.blind_box')}</Badge>
            </span>
          )}
          {!work.is_blind_box && work.rarity !== 'common' && (
            <span>
              <RarityBadge rarity={work.rarity} />
            </span>
          )}
        </span>
        <span className={styles.texts}>
          <span className={styles.name}>{work.name}</span>
          <span className={styles.artist}>{work.artist.name}</span>
          <Ask work={work} />
          <When work={work} />
        </span>
      </ScreenLink>
      <FavouriteButton className={styles.heart} work={work} />
    </li>
  );
}

/** The same room, before it is known. */
export const CardSkeletons = ({ count = 6 }: { readonly count?: number }) => (
  <div className={styles.grid} aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <div key={`card-${index + 1}`} className={styles.card}>
        <span className={styles.blank} />
        <span className={styles.texts}>
          <Skeleton width="70%" />
          <Skeleton width="45%" height="0.75rem" />
          <Skeleton width="60%" />
          <Skeleton width="50%" height="0.75rem" />
        </span>
      </div>
    ))}
  </div>
);
