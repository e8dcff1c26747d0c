import { type ArtworkDetail, useNftChain, useWorkWithdrawals } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { Badge, type BadgeTone, Button, KeyValue, Note, Skeleton } from '@tessera/ui';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import styles from '../trade/Trade.module.css';
import type { WithdrawSheetProps } from './WithdrawSheet.tsx';

const WithdrawSheet = lazyPart<WithdrawSheetProps>(() => import('./WithdrawSheet.tsx'));

const TONES = {
  requested: 'warn',
  sent: 'warn',
  mined: 'accent',
  final: 'success',
  failed: 'danger',
} as const satisfies Record<string, BadgeTone>;

/** ms between two looks at a withdrawal that is under way. */
const REFRESH_MS = 15_000;

/** Where the withdrawal of an item is. */
function Progress({ code }: { readonly code: string }) {
  const t = useTexts('nft');
  const { rows } = useWorkWithdrawals({}, { refetchInterval: REFRESH_MS });
  const found = rows?.find(({ work }) => work.code === code);
  if (!found) return null;
  return (
    <section className={styles.stack} aria-label={t('wallet.title')}>
      <p className={styles.between}>
        <strong>{t('wallet.title')}</strong>
        <Badge tone={TONES[found.state]}>{t(`wallet.${found.state}`)}</Badge>
      </p>
      <KeyValue
        items={[
          { label: t('wallet.address'), value: found.address },
          { label: t('wallet.contract'), value: found.contract },
          { label: t('wallet.token'), value: found.token_id },
          {
            label: t('wallet.confirmations'),
            value: `${found.confirmations} / ${found.confirmations_needed}`,
          },
          ...(found.tx_hash === null ? [] : [{ label: t('wallet.transaction'), value: found.tx_hash }]),
        ]}
      />
    </section>
  );
}

type Props = { readonly work: ArtworkDetail; readonly onChanged: () => void };

/** Withdrawing an own item to a wallet, where a chain is configured; and where not, that it is not. */
export function Withdrawal({ work, onChanged }: Props) {
  const t = useTexts('nft');
  const result = useResult();
  const [asking, setAsking] = useState(false);
  const { data: chain } = useNftChain();
  if (work.withdrawn) {
    return (
      <>
        <Progress code={work.code} />
        {result.screen}
      </>
    );
  }
  if (!chain || work.selling) return null;
  if (!chain.enabled) return <Note tone="plain">{t('wallet.off')}</Note>;
  return (
    <>
      <Button block variant="secondary" onPointerEnter={WithdrawSheet.preload} onClick={() => setAsking(true)}>
        {t('wallet.title')}
      </Button>
      {asking && (
        <WithdrawSheet
          props={{
            work,
            onDone(done) {
              setAsking(false);
              result.show(done);
              onChanged();
            },
            onClose: () => setAsking(false),
          }}
          waiting={<Skeleton height="3rem" />}
        />
      )}
      {result.screen}
    </>
  );
}
