import type { InvestProduct } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { formatPercent, mul } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Button, Card, Inline, Stack, Text, useLocale } from '@tessera/ui';
import { distanceOf, outcomesOf } from './dual-offers.ts';
import styles from './Invest.module.css';
import { ProductHead } from './ProductCard.tsx';
import { Rate } from './Rate.tsx';
import { useInvestTexts } from './use-invest-texts.ts';

type OutcomeProps = { readonly label: string; readonly value: string; readonly note?: string | undefined };

const Outcome = ({ label, value, note }: OutcomeProps) => (
  <div className={styles.outcome}>
    <Text>{label}</Text>
    <Text tone="strong" size={14} weight="medium">
      {value}
    </Text>
    {note && <Text size={11}>{note}</Text>}
  </div>
);

/** A dual investment: its target price, how far the market is from it, its rate, and what is paid on either side. */
export function DualCard({ product }: { readonly product: InvestProduct }) {
  const t = useTexts('finance/invest');
  const texts = useInvestTexts();
  const locale = useLocale();
  const { id, side, status, days, matures_at, index_price, share_size, min_shares } = product;
  const amount = mul(share_size, String(min_shares));
  const outcomes = outcomesOf(product, amount);
  const distance = distanceOf(product);
  const open = status === 'open';
  if (!outcomes) return null;
  const price = texts.price(product.price ?? '0', product);
  const paid = (of: typeof outcomes.above) => texts.amount(of.amount, of);
  return (
    <Card as="li" gap={3}>
      <ProductHead product={product} />
      <Inline gap={3} between at="start">
        <Stack gap={1}>
          <Text>{t('product.pegged')}</Text>
          <Text tone="strong" size={20} weight="strong">
            {price}
          </Text>
          <Text>
            {index_price === null || distance === null
              ? t('product.noPrice')
              : t('product.distance', {
                  distance: formatPercent(distance, locale),
                  price: texts.price(index_price, product),
                })}
          </Text>
        </Stack>
        <Stack gap={1} items="end">
          <Rate product={product} />
          <Text align="end">{texts.days(days ?? 0)}</Text>
        </Stack>
      </Inline>
      <Text>{t('outcome.for', { amount: texts.amount(amount, product), time: texts.time(matures_at ?? 0) })}</Text>
      <Stack gap={2} pairs>
        <Outcome
          label={t('outcome.below', { price })}
          value={paid(outcomes.below)}
          note={side === null ? t('outcome.falls') : undefined}
        />
        <Outcome label={t('outcome.above', { price })} value={paid(outcomes.above)} />
      </Stack>
      <Button block variant={open ? 'primary' : 'secondary'} to={screenUrl('/pages/invest/purchase', { id })}>
        {t(open ? 'product.buy' : 'product.details')}
      </Button>
    </Card>
  );
}
