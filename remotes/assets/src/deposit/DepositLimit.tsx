import { type Limit, useLimits } from '@tessera/api/kyc';
import { useTexts } from '@tessera/i18n';
import { cmp, formatAmount, isPositive, sub } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, EmptyState, Skeleton, Text, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import type { ReactNode } from 'react';
import styles from './Deposit.module.css';

const VERIFY = screenUrl('/pages/setting/real_mark');

/** What may still be deposited, USDT; null without a limit. */
const leftOf = ({ limit, used }: Limit): string | null =>
  limit === null ? null : cmp(used, limit) >= 0 ? '0' : sub(limit, used);

/** Stands before what there is to pay to: how much an unverified user may deposit, and the way to more. */
export function WithinDepositLimit({ children }: { readonly children: ReactNode }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const limits = useLimits();
  const unverified = useSession()?.user.verificationLevel === 0;
  const deposit = limits.data?.list.find(({ kind }) => kind === 'deposit');
  const left = deposit ? leftOf(deposit) : null;
  if (unverified && limits.isPending) {
    return (
      <>
        <Skeleton height="4.5rem" />
        {children}
      </>
    );
  }
  if (!deposit || deposit.limit === null || left === null) return children;
  const usdt = (value: string) => `${formatAmount(value, 2, locale, { zeros: 'trimmed' })} ${deposit.unit}`;
  const limit = usdt(deposit.limit);
  if (!isPositive(left)) {
    return (
      <EmptyState
        compact
        illustration="shield"
        title={t('deposit.limitReached')}
        text={t('deposit.limitReachedText', { limit })}
        action={<Button to={VERIFY}>{t('deposit.verify')}</Button>}
      />
    );
  }
  return (
    <>
      <section className={styles.limit} aria-label={t('deposit.limit')}>
        <div>
          <Text tone="strong" size="inherit" weight="medium">
            <Explained
              title={t('deposit.limit')}
              value={t('deposit.limitLeft', { left: usdt(left) })}
              entries={[
                { label: t('deposit.limitWhole'), value: limit },
                { label: t('deposit.limitUsed'), value: usdt(deposit.used) },
                { label: t('deposit.limitRest'), value: usdt(left), strong: true },
              ]}
              note={t('deposit.limitNote')}
            />
          </Text>
          <Text>{t('deposit.limitText', { limit })}</Text>
        </div>
        <Button size="s" variant="secondary" to={VERIFY}>
          {t('deposit.verify')}
        </Button>
      </section>
      {children}
    </>
  );
}
