import type { Box } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { Badge, type BadgeTone, Button, Inline, Span, Text } from '@tessera/ui';
import { Countdown } from '@tessera/ui/content';
import { Picture } from '../media/Picture.tsx';
import styles from './Draws.module.css';

const TONES: Readonly<Record<Box['state'], BadgeTone>> = {
  opening: 'warn',
  closed: 'success',
  opened: 'neutral',
  refunded: 'neutral',
};

type Props = { readonly box: Box; readonly onOpen: (box: Box) => void; readonly onTurn: () => void };

/** A box of the user's with its number, what decides it, and what can be done with it. */
export function BoxRow({ box, onOpen, onTurn }: Props) {
  const t = useTexts('nft/draws');
  const { drawn } = box;
  return (
    <Inline as="li" gap={3} wrap below={3} above={3}>
      <span className={styles.thumb}>
        <Picture media={drawn?.media ?? box.media} alt="" sizes="64px" square />
      </span>
      <span className={styles.main}>
        <Span as="strong" breaks>
          {drawn?.name ?? box.name}
        </Span>
        <Text as="span" breaks>
          {t('box.number', { number: box.number })}
        </Text>
        {box.state === 'opening' && box.round !== null && (
          <Text as="span" breaks>
            {t('box.openingAt', { round: box.round })}{' '}
            {box.round_at !== null && <Countdown until={box.round_at} now={serverNow} onEnd={onTurn} />}
          </Text>
        )}
      </span>
      <span className={styles.end}>
        <Badge tone={TONES[box.state]}>{t(`box.${box.state}`)}</Badge>
        {box.state === 'closed' && (
          <Button size="s" onClick={() => onOpen(box)}>
            {t('box.open')}
          </Button>
        )}
        {drawn && (
          <Button size="s" variant="secondary" to={screenUrl('/pages/nft/myNft', { code: drawn.code })}>
            {t('box.view')}
          </Button>
        )}
      </span>
    </Inline>
  );
}
