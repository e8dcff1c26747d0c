import { useWatchlist, type Watchlist } from '@tessera/api/watchlist';
import { useTexts } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { useCallback } from 'react';

/** The watchlist of these screens: each change is confirmed by a toast. */
export function useFavourites(): Watchlist {
  const t = useTexts('markets');
  const watchlist = useWatchlist();
  const { change } = watchlist;
  return {
    ...watchlist,
    change: useCallback(
      (wanted) => {
        change(wanted);
        showToast(t(wanted.favourite ? 'favourite.added' : 'favourite.removed'));
      },
      [change, t],
    ),
  };
}
