import { type Box, useOpenBox } from '@tessera/api/nft';
import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, isMotionReduced, Sheet, Skeleton, Stack, Text } from '@tessera/ui';
import { Unresolved } from '@tessera/ui/forms';
import { useEffect, useState } from 'react';
import { Picture } from '../media/Picture.tsx';
import { RarityBadge } from '../works/StateBadge.tsx';
import styles from './Draws.module.css';
import { VerifySheet } from './Fairness.tsx';

/** ms that the lid takes. */
const SUSPENSE = 2_400;

function Reveal({ box }: { readonly box: Box }) {
  const t = useTexts('nft/draws');
  const [verifying, setVerifying] = useState(false);
  const { drawn } = box;
  if (!drawn) return null;
  return (
    <Stack gap={4} below={4}>
      <div className={styles.prize} data-rarity={drawn.rarity}>
        <Picture media={drawn.media} alt={drawn.name} sizes="70vw" eager />
      </div>
      <Text tone="strong" size={16} weight="strong" align="center" role="status">
        {t('box.drawn', { name: drawn.name })} <RarityBadge rarity={drawn.rarity} />
      </Text>
      <Button size="l" block to={screenUrl('/pages/nft/myNft', { code: drawn.code })}>
        {t('box.view')}
      </Button>
      <Button variant="secondary" block onPointerEnter={VerifySheet.preload} onClick={() => setVerifying(true)}>
        {t('fair.verify')}
      </Button>
      <Text breaks>{t('box.seed', { seed: box.buyer_seed })}</Text>
      <Text breaks>
        {t('box.receipt')}{' '}
        <Text as="code" tone="inherit" breaks>
          {box.receipt}
        </Text>
      </Text>
      {verifying && (
        <VerifySheet
          props={{ series: box.series, onClose: () => setVerifying(false) }}
          waiting={<Skeleton height="3rem" />}
        />
      )}
    </Stack>
  );
}

type Props = { readonly box: Box; readonly onClose: () => void };

/** Opens a box: the draw is made first, then the lid moves, unless that is skipped or the reader wants no motion. */
export function OpenBox({ box, onClose }: Props) {
  const t = useTexts('nft/draws');
  const [opened, setOpened] = useState<Box | null>(null);
  const [shown, setShown] = useState(isMotionReduced);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { run, repeat, busy, unresolved } = useOpenBox({
    subject: box.code,
    onDone: setOpened,
    onRejected: (error) => setRefusal(problemText(error)),
    onUnresolved: () => undefined,
  });
  useEffect(() => {
    if (!opened || shown) return;
    const timer = setTimeout(() => setShown(true), SUSPENSE);
    return () => clearTimeout(timer);
  }, [opened, shown]);
  return (
    <Sheet open onClose={onClose} title={t('box.title')} tall>
      {opened && shown ? (
        <Reveal box={opened} />
      ) : (
        <Stack gap={4} below={4}>
          <div className={styles.case} data-moving={busy || opened !== null || undefined}>
            <span className={styles.content}>
              <Picture media={box.media} alt={box.name} sizes="60vw" eager square />
            </span>
            <span className={styles.lid} />
          </div>
          {unresolved && (
            <Unresolved busy={busy} onRepeat={repeat}>
              {t('box.number', { number: box.number })}
            </Unresolved>
          )}
          {refusal !== null && (
            <Text tone="danger" size={14} align="center" role="alert">
              {refusal}
            </Text>
          )}
          {opened ? (
            <Button size="l" block variant="secondary" onClick={() => setShown(true)}>
              {t('box.skip')}
            </Button>
          ) : (
            <Button
              size="l"
              block
              busy={busy}
              disabled={unresolved !== null}
              onClick={() => {
                setRefusal(null);
                run({ code: box.code });
              }}
            >
              {t(busy ? 'box.drawing' : 'box.open')}
            </Button>
          )}
          <Text breaks>{t('box.seed', { seed: box.buyer_seed })}</Text>
        </Stack>
      )}
    </Sheet>
  );
}
