import { partsOf } from '@tessera/api/instruments';
import type { SpotOrder } from '@tessera/api/spot';
import { problemText, useTexts } from '@tessera/i18n';
import { type DecimalString, div, formatRate, isPositive, isZero, sub } from '@tessera/money';
import { Button, IconButton, showToast, Text, useLocale } from '@tessera/ui';
import { Share2, X } from '@tessera/ui/icons';
import { exactText } from '../../market/exact-text.ts';
import { averageOf } from '../orders/order-figures.ts';
import { useOrderText } from '../orders/use-order-text.ts';
import styles from './LastFill.module.css';

/** An order that was filled at once, and the price that the page expected for it; null where it showed none. */
export type Fill = { readonly order: SpotOrder; readonly expected: DecimalString | null };

/** How much worse than expected an order was filled, as a ratio; below zero it was better. */
export function slippageOf(
  { side }: Pick<SpotOrder, 'side'>,
  expected: DecimalString,
  average: DecimalString,
): DecimalString {
  if (isZero(expected)) return '0';
  const ratio = div(sub(average, expected), expected);
  return side === 'buy' ? ratio : sub('0', ratio);
}

/** What became of the last order: the price that was expected and the one that was paid, what it cost, and a text to share. */
export function LastFill({
  fill: { order, expected },
  onClose,
}: {
  readonly fill: Fill;
  readonly onClose: () => void;
}) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const locale = useLocale();
  const { done } = useOrderText();
  const { base, quote } = partsOf(order.symbol);
  const average = averageOf(order);
  if (average === null || !isPositive(order.filled_amount)) return null;
  const title = done(order, order.filled_amount, average);
  const price = (value: DecimalString) => `${exactText(value, locale)} ${quote}`;
  const fee = `${exactText(order.fee, locale)} ${order.fee_currency}`;
  const share = async () => {
    const text = t('orders.shared', { done: `${title} (${base}/${quote})`, price: price(average), fee });
    try {
      const { shareFill } = await import('./share-fill.ts');
      await shareFill(text);
    } catch (error) {
      showToast(problemText(error), 'error');
    }
  };
  return (
    <section className={styles.fill} aria-label={t('orders.details')}>
      <header className={styles.head}>
        <strong>{title}</strong>
        <IconButton label={common('close')} icon={<X />} onClick={onClose} />
      </header>
      <dl className={styles.figures}>
        {expected !== null && (
          <div>
            <Text as="dt" size="inherit">
              {t('orders.expected')}
            </Text>
            <Text as="dd" tone="strong" size="inherit">
              {price(expected)}
            </Text>
          </div>
        )}
        <div>
          <Text as="dt" size="inherit">
            {t('orders.average')}
          </Text>
          <Text as="dd" tone="strong" size="inherit">
            {price(average)}
          </Text>
        </div>
        {expected !== null && (
          <div>
            <Text as="dt" size="inherit">
              {t('orders.slip')}
            </Text>
            <Text as="dd" tone="strong" size="inherit">
              {formatRate(slippageOf(order, expected, average), locale, 3)}
            </Text>
          </div>
        )}
        <div>
          <Text as="dt" size="inherit">
            {common('fee')}
          </Text>
          <Text as="dd" tone="strong" size="inherit">
            {fee}
          </Text>
        </div>
      </dl>
      <Button variant="secondary" size="s" block icon={<Share2 />} onClick={() => void share()}>
        {t('orders.shareOrder')}
      </Button>
    </section>
  );
}
