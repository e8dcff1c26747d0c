import { useHouseDays } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatUtcDay } from '@tessera/money';
import { Sheet, Text, useLocale } from '@tessera/ui';
import styles from './Options.module.css';

const RULES = ['strike', 'settlement', 'precise', 'tie', 'returned', 'nobody'] as const;

export type RulesProps = { readonly open: boolean; readonly onClose: () => void };

/** How options are settled, and what they paid to all users by day. */
export default function Rules({ open, onClose }: RulesProps) {
  const t = useTexts('trading/options');
  const locale = useLocale();
  const { data } = useHouseDays();
  return (
    <Sheet open={open} onClose={onClose} title={t('option.how')}>
      <ol className={styles.rules}>
        {RULES.map((rule) => (
          <li key={rule}>{t(`option.rule.${rule}`)}</li>
        ))}
      </ol>
      <h3 className={styles.heading}>{t('option.house')}</h3>
      <Text>{t('option.houseHelp')}</Text>
      {data?.list.length === 0 && <Text>{t('option.houseNone')}</Text>}
      <ul className={styles.days}>
        {data?.list.map(({ day, currency, scale, won, tied, lost, staked, paid, result }) => (
          <li key={`${day} ${currency}`}>
            <span>{formatUtcDay(day, locale)}</span>
            <Text as="span" weight="normal">
              {t('option.houseCounts', { won, tied, lost })}
            </Text>
            <span>
              {t('option.houseSums', {
                staked: formatAmount(staked, scale, locale, { zeros: 'trimmed' }),
                paid: formatAmount(paid, scale, locale, { zeros: 'trimmed' }),
                result: formatAmount(result, scale, locale, { zeros: 'trimmed' }),
                currency,
              })}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
