import type { SubmittedWork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { ScreenLink } from '@tessera/router';
import { Span, Text } from '@tessera/ui';
import { Picture } from '../media/Picture.tsx';
import { workScreen } from '../works/work-screen.ts';
import styles from './Trade.module.css';

/** An approved work of the artist's own, that a form is about. */
export function StudioLine({ work, code }: { readonly work: SubmittedWork; readonly code: string }) {
  const t = useTexts('nft');
  return (
    <ScreenLink className={styles.work} to={workScreen({ code, type: work.media.type })}>
      <span className={styles.thumb}>
        <Picture media={work.media} alt="" sizes="72px" eager square />
      </span>
      <span className={styles.names}>
        <Span as="strong" breaks>
          {work.title}
        </Span>
        <Text as="span">{t(`rarity.${work.rarity}`)}</Text>
        {work.editions > 1 && (
          <Text as="span">
            {t('sale.left')} {t('sale.leftOf', { left: work.market?.left ?? 0, stock: work.editions })}
          </Text>
        )}
      </span>
    </ScreenLink>
  );
}
