import { useFavourites } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState } from '@tessera/ui';
import { WorkGrid } from '../works/WorkGrid.tsx';

/** Works that the user marked, newest mark first. */
export function Favourites() {
  const t = useTexts('nft');
  const query = useFavourites();
  return (
    <WorkGrid
      label={t('mine.tabs.favourites')}
      query={query}
      empty={
        <EmptyState
          illustration="box"
          title={t('mine.none.favourites')}
          text={t('mine.noneText.favourites')}
          action={<Button to={screenUrl('/pages/nft/nft')}>{t('work.browse')}</Button>}
        />
      }
    />
  );
}
