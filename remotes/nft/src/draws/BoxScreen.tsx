import { useBarred } from '@tessera/api/identity';
import { type ArtworkDetail, type Box, useBoxSeries } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, Heading, Loaded, Stack } from '@tessera/ui';
import { useState } from 'react';
import { Closed } from '../trade/Closed.tsx';
import { Restricted } from '../trade/Restricted.tsx';
import { BoxForm } from './BoxForm.tsx';
import { BoxRow } from './BoxRow.tsx';
import { Fairness } from './Fairness.tsx';
import { Odds } from './Odds.tsx';
import { OpenBox } from './OpenBox.tsx';
import { useOwnBoxes } from './use-own-boxes.ts';

type BoughtProps = { readonly series: string; readonly bought: readonly Box[] };

/** What was bought just now, to be opened. */
function Bought({ series, bought }: BoughtProps) {
  const t = useTexts('nft/draws');
  const [opening, setOpening] = useState<Box | null>(null);
  const { rows, refetch } = useOwnBoxes({ series });
  const known = new Map(rows?.map((box) => [box.code, box]));
  return (
    <Stack as="section" gap={4} below={4}>
      <Heading size={16}>{t('buy.done')}</Heading>
      <ul aria-label={t('buy.done')}>
        {bought.map((box) => (
          <BoxRow key={box.code} box={known.get(box.code) ?? box} onOpen={setOpening} onTurn={() => void refetch()} />
        ))}
      </ul>
      <Button variant="secondary" block to={screenUrl('/pages/nft/mine', { tab: 'boxes' })}>
        {t('buy.seeAll')}
      </Button>
      {opening && <OpenBox key={opening.code} box={opening} onClose={() => setOpening(null)} />}
    </Stack>
  );
}

type Props = { readonly work: ArtworkDetail; readonly onChanged: () => void };

/** A series of boxes: what they can hold, how it is decided, and buying some. */
export function BoxScreen({ work, onChanged }: Props) {
  const [bought, setBought] = useState<readonly Box[]>([]);
  const barred = useBarred(work.countries);
  const query = useBoxSeries({ code: work.code });
  const { data: series, refetch } = query;
  if (!series) return <Loaded query={query} />;
  const changed = () => {
    onChanged();
    void refetch();
  };
  return (
    <Stack gap={4} below={4}>
      {bought.length > 0 && <Bought series={series.code} bought={bought} />}
      {bought.length === 0 &&
        (work.status === 'on_sale' && !work.viewer?.seller ? (
          barred ? (
            <Restricted work={work} />
          ) : (
            <BoxForm
              work={work}
              series={series}
              onBought={(boxes) => {
                setBought(boxes);
                changed();
              }}
              onChanged={changed}
            />
          )
        ) : (
          <Closed work={work} onTurn={changed} />
        ))}
      <Odds series={series} />
      <Fairness series={series} />
    </Stack>
  );
}
