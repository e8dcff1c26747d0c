import { partsOf } from '@tessera/api/instruments';
import type { SpotOrder } from '@tessera/api/spot';
import { problemText, useTexts } from '@tessera/i18n';
import { type DecimalString, div, formatRate, isPositive, isZero, sub } from '@tessera/money';
import { Button, IconButton, showToast, useLocale } from '@tessera/ui';
import { Share2, X } from '@tessera/ui/icons';
import { exactText } from '../../market/exact-text.ts';
import { Figures } from '../../market/figures/Figures.tsx';
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
      <Figures
        className={styles.figures}
        names={{ tone: 'weak' }}
        values={{ tone: 'strong' }}
        items={[
          expected !== null && { label: t('orders.expected'), value: price(expected) },
          { label: t('orders.average'), value: price(average) },
          expected !== null && {
            label: t('orders.slip'),
            value: formatRate(slippageOf(order, expected, average), locale, 3),
          },
          { label: common('fee'), value: fee },
        ]}
      />
      <Button variant="secondary" size="s" block icon={<Share2 />} onClick={() => void share()}>
        {t('orders.shareOrder')}
      </Button>
    </section>
  );
}
