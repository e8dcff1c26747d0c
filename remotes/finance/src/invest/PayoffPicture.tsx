import { dualPayout, dualTermsOf, type InvestProduct, isExchanged } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { add, div, mul, quantize, scaleOf } from '@tessera/money';
import { Card, Heading, Text } from '@tessera/ui';
import { useId, useState } from 'react';
import styles from './Invest.module.css';
import { useInvestTexts } from './use-invest-texts.ts';

/** Steps of the slider, and how far from the pegged price it reaches: a ratio. */
const STEPS = 200;
const REACH = '0.2';
const [WIDTH, HEIGHT] = [320, 120];

type PayoffPictureProps = { readonly product: InvestProduct; readonly amount: string };

/** What a dual product pays at each settlement price; the price is dragged, or moved by the arrow keys. */
export function PayoffPicture({ product, amount }: PayoffPictureProps) {
  const t = useTexts('finance/invest');
  const texts = useInvestTexts();
  const id = useId();
  const [step, setStep] = useState(STEPS / 2 + 20);
  const terms = dualTermsOf(product, amount);
  if (!terms) return null;
  const { price, side, currency, scale, otherCurrency, otherScale } = terms;
  const tick = product.tick ?? '0.01';
  const low = mul(price, '0.8');
  const priceAt = (place: number): string =>
    quantize(add(low, div(mul(mul(price, mul(REACH, '2')), String(place)), String(STEPS))), scaleOf(tick), 'down');
  const settled = (place: number) => ({ total: priceAt(place), count: 1 });
  /** In money, so that both currencies stand in one picture. */
  const worthAt = (place: number): string => {
    const paid = dualPayout(terms, settled(place));
    const inCoin = side !== null && (side === 'sell_high') === (paid.currency === currency);
    return inCoin ? mul(paid.amount, priceAt(place)) : paid.amount;
  };
  const heldAt = (place: number): string => (side === 'sell_high' ? mul(amount, priceAt(place)) : amount);
  const marks = Array.from({ length: 41 }, (_, mark) => mark * 5);
  const values = marks.flatMap((mark) => [Number(worthAt(mark)), Number(heldAt(mark))]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  /** From the least to the most, so that the yield is seen beside the amount. */
  const heightOf = (value: string) => HEIGHT - 4 - ((Number(value) - least) / (most - least || 1)) * (HEIGHT - 8);
  const pathOf = (valueAt: (place: number) => string) =>
    marks
      .map((mark, place) => {
        const x = (mark / STEPS) * WIDTH;
        return `${place === 0 ? 'M' : 'L'}${x.toFixed(1)} ${heightOf(valueAt(mark)).toFixed(1)}`;
      })
      .join('');
  const paid = dualPayout(terms, settled(step));
  const paidText = texts.amount(paid.amount, {
    currency: paid.currency,
    scale: paid.currency === currency ? scale : otherScale,
  });
  const money = side === 'sell_high' ? otherCurrency : currency;
  const moneyScale = side === 'sell_high' ? otherScale : scale;
  const inMoney = (value: string) =>
    texts.amount(quantize(value, Math.min(moneyScale, 2), 'down'), { currency: money, scale: moneyScale });
  const at = texts.price(priceAt(step), product);
  const x = (step / STEPS) * WIDTH;
  return (
    <Card gap={3}>
      <Heading size={16}>{t('picture.title')}</Heading>
      <svg className={styles.picture} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('picture.label')}>
        <line className={styles.peg} x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} />
        <path className={styles.heldLine} d={pathOf(heldAt)} />
        <path className={styles.paidLine} d={pathOf(worthAt)} />
        <line className={styles.marker} x1={x} x2={x} y1={0} y2={HEIGHT} />
        <circle className={styles.dot} cx={x} cy={heightOf(worthAt(step))} r={5} />
      </svg>
      <Text as="label" htmlFor={id}>
        {t('picture.drag')}
      </Text>
      <input
        id={id}
        className={styles.slider}
        type="range"
        min={0}
        max={STEPS}
        value={step}
        aria-valuetext={`${at}: ${paidText}`}
        onChange={(event) => setStep(event.currentTarget.valueAsNumber)}
      />
      <p data-exchanged={isExchanged(terms, settled(step))}>{t('picture.pays', { price: at, amount: paidText })}</p>
      <Text>{t('picture.worth', { worth: inMoney(worthAt(step)), held: inMoney(heldAt(step)) })}</Text>
      <Text>{t('picture.legend', { price: texts.price(price, product) })}</Text>
    </Card>
  );
}
