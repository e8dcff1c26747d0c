import type { InvestProduct } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Badge, Button, Card, CoinIcon, Heading } from '@tessera/ui';
import styles from '../Product.module.css';
import { ProductFigures } from './ProductFigures.tsx';
import { Rate } from './Rate.tsx';

const TONES = {
  open: 'success',
  soon: 'accent',
  repricing: 'warn',
  paused: 'neutral',
  sold_out: 'warn',
  closed: 'neutral',
} as const;

const urlOf = ({ id, section }: InvestProduct) => {
  if (section === 'demand') return screenUrl('/pages/fund/buyDemand', { id });
  if (section === 'fixed') return screenUrl('/pages/invest/temp_purchase', { id });
  return screenUrl('/pages/invest/purchase', { id });
};

/** Name and state of a product. */
export function ProductHead({ product: { name, currency, symbol, status } }: { readonly product: InvestProduct }) {
  const t = useTexts('finance/invest');
  return (
    <div className={styles.head}>
      <CoinIcon symbol={symbol?.split('/')[0] ?? currency} />
      <Heading size={16}>{name}</Heading>
      <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
    </div>
  );
}

/** One product of the list. */
export function ProductCard({ product }: { readonly product: InvestProduct }) {
  const t = useTexts('finance/invest');
  const open = product.status === 'open';
  return (
    <Card as="li" gap={3}>
      <ProductHead product={product} />
      <Rate product={product} />
      <ProductFigures product={product} />
      <Button block variant={open ? 'primary' : 'secondary'} to={urlOf(product)}>
        {t(open ? 'product.buy' : 'product.details')}
      </Button>
    </Card>
  );
}
