import { useFundsHistory, useProfit } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { cmp, formatFiat, formatPercent, isNegative, isZero } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { useFiat, useLanguage } from '@tessera/session';
import { Arrow, HIDDEN_AMOUNT, Span, Text } from '@tessera/ui';
import { Sparkline } from '@tessera/ui/content';
import styles from './Gains.module.css';

/** px at 375 wide. */
const CURVE = { width: 96, height: 32 };

/** Profit and loss of today, and the total of the last 24 hours as a curve. Its room is kept by `Total`. */
export default function Gains({ hidden }: { readonly hidden: boolean }) {
  const t = useTexts('home');
  const { locale } = useLanguage();
  const fiat = useFiat();
  const profit = useProfit();
  const history = useFundsHistory({ days: 1 });
  const today = profit.data?.periods.find(({ days }) => days === 0);
  const points = history.data?.list ?? [];
  const [first, last] = [points[0], points.at(-1)];
  const rises = first && last ? cmp(last.total, first.total) >= 0 : true;
  const way = !today || isZero(today.profit) ? undefined : isNegative(today.profit) ? 'down' : 'up';
  return (
    <ScreenLink className={styles.gains} to={screenUrl('/pages/fund/assets')}>
      <span className={styles.today}>
        <Text as="span" size={11}>
          {t('gains.today')}
        </Text>
        {profit.data && !today && <span>{t('gains.todayNone')}</span>}
        {today && (
          <Span tone={hidden || !way ? 'inherit' : way} weight="medium">
            {hidden ? (
              HIDDEN_AMOUNT
            ) : (
              <>
                {way && <Arrow direction={way} />}
                {formatFiat(today.profit, fiat, locale)}
                {today.ratio !== null && ` (${formatPercent(today.ratio, locale)})`}
              </>
            )}
          </Span>
        )}
      </span>
      {!hidden && points.length > 1 && (
        <span className={styles.curve}>
          <Sparkline values={points.map(({ total }) => total)} direction={rises ? 'up' : 'down'} {...CURVE} />
          <Text as="span" size={11}>
            {t('gains.day')}
          </Text>
        </span>
      )}
    </ScreenLink>
  );
}
