import type { BoxSeries } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { Button, Heading, KeyValue, Skeleton, Stack, Text } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useState } from 'react';
import { sentences } from '../works/sentences.ts';
import type { VerifySheetProps } from './VerifySheet.tsx';

export const VerifySheet = lazyPart<VerifySheetProps>(() => import('./VerifySheet.tsx'));

/** What decides the draws of a series, its commitment, and the way to verify all of it. */
export function Fairness({ series }: { readonly series: BoxSeries }) {
  const t = useTexts('nft/draws');
  const [verifying, setVerifying] = useState(false);
  const source = series.beacon === null ? 'plain' : 'beacon';
  return (
    <Stack as="section" gap={3} aria-label={t('fair.title')}>
      <Heading size={16}>{t('fair.title')}</Heading>
      <KeyValue
        items={[
          {
            label: t('fair.source'),
            value: (
              <Explained
                title={t('fair.source')}
                value={t(`fair.${source}`)}
                note={
                  series.beacon === null
                    ? t('fair.plainNote')
                    : sentences(t('fair.beaconNote'), t('fair.silence', { days: series.silence_days }))
                }
              />
            ),
          },
          {
            label: t('fair.commitment'),
            value: (
              <Explained
                title={t('fair.commitment')}
                value={
                  <Text as="code" tone="inherit" breaks>
                    {series.commitment.slice(0, 12)}…
                  </Text>
                }
                note={
                  <>
                    <Text as="code" tone="inherit" breaks>
                      {series.commitment}
                    </Text>{' '}
                    {t('fair.commitmentNote')}
                  </>
                }
              />
            ),
          },
          {
            label: t('fair.revealed'),
            value:
              series.seed === null ? (
                t('fair.hidden')
              ) : (
                <Text as="code" tone="inherit" breaks>
                  {series.seed}
                </Text>
              ),
          },
        ]}
      />
      <Button variant="secondary" block onPointerEnter={VerifySheet.preload} onClick={() => setVerifying(true)}>
        {t('fair.verify')}
      </Button>
      {verifying && (
        <VerifySheet
          props={{ series: series.code, onClose: () => setVerifying(false) }}
          waiting={<Skeleton height="3rem" />}
        />
      )}
    </Stack>
  );
}
