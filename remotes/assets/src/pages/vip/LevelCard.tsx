import type { VipTerms } from '@tessera/api/kyc';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatPercent, formatRate, isZero, neg, sub } from '@tessera/money';
import { Badge, Heading, Inline, KeyValue, Text, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import styles from './VipPage.module.css';

/** What a level asks for and gives. */
export function LevelCard({ level, own }: { readonly level: VipTerms; readonly own: boolean }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const amount = (value: string) => `${formatAmount(value, 0, locale)}\u00a0USDT`;
  const { loan } = level;
  /** Against what every level has. */
  const changeOr = (ratio: string) => (isZero(ratio) ? t('vip.standard') : formatPercent(ratio, locale, 0));
  return (
    <section className={styles.card} data-own={own || undefined} aria-label={level.name}>
      <Inline as="header" gap={2} wrap between>
        <Heading size={16}>{level.name}</Heading>
        {own && <Badge tone="accent">{t('vip.yours')}</Badge>}
      </Inline>
      <Text>
        {level.level === 0
          ? t('vip.everybody')
          : t('vip.or', { volume: amount(level.volume), balance: amount(level.balance) })}
      </Text>
      <KeyValue
        items={[
          {
            label: t('vip.spotFees'),
            value: (
              <Explained
                title={t('vip.spotFees')}
                value={`${formatRate(level.maker_fee_rate, locale)} / ${formatRate(level.taker_fee_rate, locale)}`}
                note={t('vip.spotFeesNote')}
              />
            ),
          },
          {
            label: t('vip.leverFees'),
            value: (
              <Explained
                title={t('vip.leverFees')}
                value={changeOr(neg(level.fee_discount))}
                note={t('vip.leverFeesNote')}
              />
            ),
          },
          {
            label: t('vip.withdrawal'),
            value: (
              <Explained
                title={t('vip.withdrawal')}
                value={changeOr(sub(level.withdrawal_factor, '1'))}
                note={t('vip.withdrawalNote', {
                  factor: formatAmount(level.withdrawal_factor, 2, locale, { zeros: 'trimmed' }),
                })}
              />
            ),
          },
          {
            label: t('vip.loan'),
            value: loan ? (
              <Explained
                title={t('vip.loan')}
                value={amount(loan.limit)}
                note={t('vip.loanUpTo', { limit: amount(loan.limit), rate: formatRate(loan.day_rate, locale, 3) })}
              />
            ) : (
              t('vip.noLoan')
            ),
          },
        ]}
      />
    </section>
  );
}
