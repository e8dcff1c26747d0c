import { ApiError } from '@tessera/api';
import { dueAt, interestInAll, type MiningProduct, useLock } from '@tessera/api/mining';
import { problemText, useTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, KeyValue, Sheet, showToast } from '@tessera/ui';
import { PayKeypad } from '@tessera/ui/codes';
import { useState } from 'react';
import styles from '../Product.module.css';
import { useMiningTexts } from './use-mining-texts.ts';

export type LockSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly product: MiningProduct;
  readonly amount: string;
  readonly renew: boolean;
  readonly onLocked: () => void;
  /** The terms are others by now. */
  readonly onMoved: () => void;
};

/** What happens when, with every figure, confirmed by the payment password. */
export function LockSheet({ open, onClose, product, amount, renew, onLocked, onMoved }: LockSheetProps) {
  const t = useTexts('mining');
  const texts = useMiningTexts();
  const session = useSession();
  const [rejection, setRejection] = useState<string | null>(null);
  const { run, busy } = useLock({
    subject: String(product.id),
    onDone(order) {
      showToast(t('lock.done', { amount: texts.amount(order.amount, order) }), 'success');
      onLocked();
    },
    onRejected(error) {
      if (error instanceof ApiError && error.code.startsWith('key_')) return setRejection(problemText(error));
      showToast(problemText(error), 'error');
      if (error instanceof ApiError && error.code === 'terms_changed') onMoved();
      onClose();
    },
    // The page offers to repeat it.
    onUnresolved: onClose,
  });
  const { id, version, name, day_rates, lock_days, scale } = product;
  const now = serverNow();
  const value = texts.amount(amount, product);
  const end = { time: texts.time(dueAt(now, lock_days)), amount: value };
  return (
    <Sheet open={open} onClose={onClose} title={name}>
      <div className={styles.block}>
        <KeyValue
          items={[
            { label: t('lock.amount'), value },
            {
              label: t('lock.interest', { days: texts.days(lock_days) }),
              value: texts.amount(interestInAll({ amount, rates: day_rates, scale }), product),
              strong: true,
            },
          ]}
        />
        <ol className={styles.steps}>
          <li>{t('when.now', { amount: value })}</li>
          <li>{t('when.daily', { time: texts.time(dueAt(now, 1)) })}</li>
          <li>{t(renew ? 'when.renewed' : 'when.end', end)}</li>
        </ol>
        {session?.user.hasPayPassword === false ? (
          <>
            <p className={styles.weak}>{t('lock.setHelp')}</p>
            <Button block size="l" to={screenUrl('/pages/setting/payPassword')}>
              {t('lock.setPassword')}
            </Button>
          </>
        ) : (
          <PayKeypad
            title={t('lock.password')}
            busy={busy}
            error={rejection}
            onComplete={(key) => {
              setRejection(null);
              run({ config_id: id, amount, key, version, renew });
            }}
          />
        )}
      </div>
    </Sheet>
  );
}
