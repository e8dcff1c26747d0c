import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatClock, formatPrice, scaleOf } from '@tessera/money';
import { useTrades } from '@tessera/realtime';
import { Arrow, Text, useLocale, VisuallyHidden } from '@tessera/ui';
import styles from './TradeTape.module.css';

const SHOWN = 30;

/** The latest public trades, newest first. */
export function TradeTape({ instrument }: { readonly instrument: Instrument }) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const locale = useLocale();
  const { symbol, base, quote, tick, lot } = instrument;
  const trades = useTrades(symbol);
  if (trades.length === 0)
    return (
      <Text size="inherit" align="center" below={8} above={8}>
        {t('tape.none')}
      </Text>
    );
  return (
    <table className={styles.tape}>
      <VisuallyHidden as="caption">{t('tape.title')}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{common('time')}</th>
          <th scope="col">{t('form.priceIn', { unit: quote })}</th>
          <th scope="col">{t('form.amountIn', { unit: base })}</th>
        </tr>
      </thead>
      <tbody>
        {trades.slice(0, SHOWN).map(({ id, at, price, amount, side }) => (
          <tr key={id}>
            <td>{formatClock(at, locale)}</td>
            <td data-side={side}>
              <Arrow direction={side === 'buy' ? 'up' : 'down'} /> {formatPrice(price, tick, locale)}
              <VisuallyHidden>{common(side)}</VisuallyHidden>
            </td>
            <td>{formatAmount(amount, scaleOf(lot), locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
