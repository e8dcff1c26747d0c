import { useTexts } from '@tessera/i18n';
import { Avatar, Badge, Text } from '@tessera/ui';
import type { ReactNode } from 'react';
import styles from './copytrading.module.css';

type Named = { readonly nickname: string; readonly avatar: string | null; readonly demonstration: boolean };

/** Picture, name and mark of a trader. */
export function TraderName({
  trader,
  text,
  end,
}: {
  readonly trader: Named;
  readonly text?: ReactNode;
  readonly end?: ReactNode;
}) {
  const t = useTexts('trading/copytrading');
  return (
    <div className={styles.person}>
      <Avatar name={trader.nickname} src={trader.avatar} />
      <div className={styles.who}>
        <div className={styles.name}>
          <span>{trader.nickname}</span>
          {trader.demonstration && <Badge tone="warn">{t('copy.demonstration')}</Badge>}
        </div>
        {text && <Text>{text}</Text>}
      </div>
      {end}
    </div>
  );
}
