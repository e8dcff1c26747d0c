import { useFundsHistory } from '@tessera/api/wallet';
import { HISTORY_DAYS, type HistoryDays } from '@tessera/api/wallet/rules';
import { useTexts } from '@tessera/i18n';
import { cmp, formatDate, formatFiat, formatMinute } from '@tessera/money';
import { useFiat } from '@tessera/session';
import { Card, HIDDEN_AMOUNT, Loaded, Skeleton, Text, useLocale } from '@tessera/ui';
import { Sparkline } from '@tessera/ui/content';
import { SegmentedControl } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from './AssetsPage.module.css';

/** What all funds were worth at the end of each day, or at each hour of one. */
export function FundsCurve({ hidden }: { readonly hidden: boolean }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const fiat = useFiat();
  const [days, setDays] = useState<HistoryDays>(30);
  const query = useFundsHistory({ days });
  const { data } = query;
  const points = data?.list ?? [];
  const [first, last] = [points[0], points.at(-1)];
  const money = (usd: string) => (hidden ? HIDDEN_AMOUNT : formatFiat(usd, fiat, locale));
  return (
    <Card>
      <h2 className={styles.heading}>{t('overview.curve')}</h2>
      <SegmentedControl
        label={t('overview.curve')}
        options={HISTORY_DAYS.map((value) => ({ value: String(value), label: t(`overview.days_${value}`) }))}
        value={String(days)}
        onChange={(value) => setDays(HISTORY_DAYS.find((each) => String(each) === value) ?? days)}
      />
      <Loaded
        query={query}
        compact
        waiting={
          <div className={styles.curve}>
            <Skeleton height="6rem" />
          </div>
        }
      />
      {first && last && points.length > 1 && (
        <>
          <div className={styles.curve}>
            <Sparkline
              values={points.map(({ total }) => total)}
              direction={cmp(last.total, first.total) < 0 ? 'down' : 'up'}
              width={320}
              height={96}
            />
          </div>
          <p className={styles.ends}>
            <span>
              {(days === 1 ? formatMinute : formatDate)(first.at, locale)} · {money(first.total)}
            </span>
            <span>{money(last.total)}</span>
          </p>
        </>
      )}
      {data && points.length <= 1 && <Text above={3}>{t('overview.noCurve')}</Text>}
    </Card>
  );
}
