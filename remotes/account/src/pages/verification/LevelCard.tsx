import type { LevelLimits } from '@tessera/api/kyc';
import { type Standing, standingOf, type VerificationState } from '@tessera/api/kyc/rules';
import { useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Badge, type BadgeProps, Button, Heading, Inline, KeyValue, Text, useLocale } from '@tessera/ui';
import { Check } from 'lucide-react';
import styles from './LevelsPage.module.css';

/** What a level asks for, as keys of texts. */
const NEEDS = { 0: [], 1: ['real.needs1'], 2: ['real.needs1', 'real.needs2'] } as const;

const BADGES = {
  included: ['neutral', 'real.included'],
  current: ['success', 'real.current'],
  review: ['accent', 'real.under_reviewTitle'],
  failed: ['danger', 'real.failedTitle'],
  locked: ['neutral', 'real.locked'],
} as const satisfies Partial<Record<Standing, readonly [tone: NonNullable<BadgeProps['tone']>, key: string]>>;

const badgeOf = (standing: Standing) => (standing in BADGES ? BADGES[standing as keyof typeof BADGES] : undefined);

const nameKey = (level: LevelLimits['level']) => (level === 0 ? 'real.level0' : (`settings.level${level}` as const));

type Props = { readonly limits: LevelLimits; readonly verification: VerificationState | undefined };

/** One identity level: its limits, its requirements, and the user's status in it. */
export function LevelCard({ limits, verification }: Props) {
  const t = useTexts('account');
  const locale = useLocale();
  const { level } = limits;
  const name = t(nameKey(level));
  const standing = verification && standingOf(level, verification);
  const badge = standing && badgeOf(standing);
  const asks = NEEDS[level];
  const amount = (value: string, unit: string) =>
    `${formatAmount(value, 8, locale, { zeros: 'trimmed' })}\u00a0${unit}`;
  return (
    <section className={styles.level} data-current={standing === 'current' || undefined} aria-label={name}>
      <Inline as="header" gap={2} wrap between>
        <Heading size={16}>{name}</Heading>
        {badge && <Badge tone={badge[0]}>{t(badge[1])}</Badge>}
      </Inline>
      <KeyValue
        items={[
          { label: t('real.orderLimit'), value: amount(limits.order_limit_usdt, 'USDT') },
          {
            label: t('real.withdrawalLimit'),
            value:
              limits.withdrawal_limit_btc === null
                ? t('real.noWithdrawal')
                : amount(limits.withdrawal_limit_btc, 'BTC'),
          },
          {
            label: t('real.limit_send'),
            value: limits.send_limit_usdt === null ? t('real.noWithdrawal') : amount(limits.send_limit_usdt, 'USDT'),
          },
          {
            label: t('real.limit_deposit'),
            value: limits.deposit_limit_usdt === null ? t('real.noLimit') : amount(limits.deposit_limit_usdt, 'USDT'),
          },
        ]}
      />
      {asks.length > 0 && (
        <div>
          <Text>{t('real.needs')}</Text>
          <ul className={styles.needs}>
            {asks.map((key) => (
              <li key={key}>
                <Check />
                {t(key)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {(standing === 'open' || standing === 'failed') && (
        <Button block to={screenUrl('/pages/setting/real', { type: level })}>
          {standing === 'failed' ? t('real.again') : t('real.start')}
        </Button>
      )}
    </section>
  );
}
