import type { WatchlistChange } from '@tessera/api/watchlist';
import { useTexts } from '@tessera/i18n';
import { IconButton } from '@tessera/ui';
import { Star } from '@tessera/ui/icons';
import styles from './FavouriteButton.module.css';

type Props = {
  readonly symbol: string;
  readonly favourite: boolean;
  readonly onChange: (change: WatchlistChange) => void;
};

/** Puts a pair on the watchlist, or takes it off. */
export function FavouriteButton({ symbol, favourite, onChange }: Props) {
  const t = useTexts('trading');
  return (
    <IconButton
      className={styles.star}
      data-on={favourite || undefined}
      label={t(favourite ? 'pair.removeFavourite' : 'pair.addFavourite', { symbol })}
      icon={<Star />}
      onClick={() => onChange({ symbol, favourite: !favourite })}
    />
  );
}
