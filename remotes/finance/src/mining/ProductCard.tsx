import type { MiningProduct } from '@tessera/api/mining';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Badge, Button, Card, CoinIcon, Heading, KeyValue } from '@tessera/ui';
import styles from '../Product.module.css';
import { Rates } from './Rates.tsx';
import { useMiningTexts } from './use-mining-texts.ts';

const TONES = { open: 'success', upcoming: 'accent', sold_out: 'warn', ended: 'neutral' } as const;

/** One product of the list. */
export function ProductCard({ product }: { readonly product: MiningProduct }) {
  const t = useTexts('finance/mining');
  const texts = useMiningTexts();
  const { id, name, currency, status, day_rates, lock_days, min_amount, penalty_ratio, opens_at } = product;
  return (
    <Card as="li" gap={3}>
      <div className={styles.head}>
        <CoinIcon symbol={currency} />
        <Heading size={16}>{name}</Heading>
        <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
      </div>
      <Rates dayRates={day_rates} currency={currency} />
      <KeyValue
        items={[
          { label: t('product.term'), value: texts.days(lock_days) },
          { label: t('product.min'), value: texts.amount(min_amount, product) },
          { label: t('product.penalty'), value: texts.rate(penalty_ratio) },
          ...(status === 'upcoming' ? [{ label: t('product.opens'), value: texts.time(opens_at) }] : []),
        ]}
      />
      <Button block variant={status === 'open' ? 'primary' : 'secondary'} to={screenUrl('/pages/lockming/buy', { id })}>
        {t(status === 'open' ? 'product.lock' : 'product.details')}
      </Button>
    </Card>
  );
}
