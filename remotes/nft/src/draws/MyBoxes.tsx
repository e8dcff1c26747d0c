import type { Box } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useState } from 'react';
import { BoxRow } from './BoxRow.tsx';
import { OpenBox } from './OpenBox.tsx';
import { useOwnBoxes } from './use-own-boxes.ts';

/** Boxes that the user bought: waiting, closed, opened, refunded. */
export function MyBoxes() {
  const t = useTexts('nft/draws');
  const [opening, setOpening] = useState<Box | null>(null);
  const query = useOwnBoxes({});
  return (
    <>
      <PagedList
        label={t('list.label')}
        query={query}
        row={(box) => <BoxRow box={box} onOpen={setOpening} onTurn={() => void query.refetch()} />}
        empty={
          <EmptyState
            illustration="box"
            title={t('list.none')}
            text={t('list.noneText')}
            action={<Button to={screenUrl('/pages/nft/nft', { tab: 'boxes' })}>{t('list.browse')}</Button>}
          />
        }
      />
      {opening && <OpenBox key={opening.code} box={opening} onClose={() => setOpening(null)} />}
    </>
  );
}
