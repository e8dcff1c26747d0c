import { interestInAll, type MiningProduct, useMiningProducts } from '@tessera/api/mining';
import { useTexts } from '@tessera/i18n';
import { add, cmp } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import { Button, Card, EmptyState, Heading, KeyValue, Loaded, Page, Stack, Text } from '@tessera/ui';
import { DayTable } from '../../mining/DayTable.tsx';
import { EarlyExplained } from '../../mining/Early.tsx';
import { LockForm, lockPurchase } from '../../mining/LockForm.tsx';
import { Rates } from '../../mining/Rates.tsx';
import { useMiningTexts } from '../../mining/use-mining-texts.ts';

/** What the example counts with until an amount is typed. */
const exampleOf = ({ currency, min_amount }: MiningProduct): string =>
  currency === 'USDT' && cmp(min_amount, '10000') <= 0 ? '10000' : min_amount;

function Product({ product, onMoved }: { readonly product: MiningProduct; readonly onMoved: () => void }) {
  const t = useTexts('finance/mining');
  const texts = useMiningTexts();
  const form = lockPurchase.useForm();
  const { currency, scale, day_rates, lock_days, penalty_ratio, min_amount, purchase_limit } = product;
  const counted = form.values.amount || exampleOf(product);
  const terms = { amount: counted, rates: day_rates, scale, currency, penaltyRatio: penalty_ratio };
  const interest = interestInAll(terms);
  return (
    <Stack gap={4} below={8}>
      <Card gap={3}>
        <Text tone="normal" size={14}>
          {product.description}
        </Text>
        <Rates dayRates={day_rates} currency={currency} />
        <KeyValue
          items={[
            { label: t('product.term'), value: texts.days(lock_days) },
            { label: t('product.min'), value: texts.amount(min_amount, product) },
            {
              label: t('product.limit'),
              value: purchase_limit === null ? t('product.noLimit') : texts.amount(purchase_limit, product),
            },
            { label: t('product.penalty'), value: texts.rate(penalty_ratio) },
          ]}
        />
      </Card>
      <LockForm product={product} form={form} onMoved={onMoved} />
      <Card gap={3}>
        <Heading size={16}>{t('example.title')}</Heading>
        <Text tone="normal" size={14}>
          {t('example.text', {
            amount: texts.amount(counted, product),
            days: texts.days(lock_days),
            interest: texts.amount(interest, product),
            total: texts.amount(add(counted, interest), product),
          })}
        </Text>
        <DayTable terms={terms} />
      </Card>
      <EarlyExplained terms={terms} />
      <Card gap={3}>
        <Heading size={16}>{t('risk.title')}</Heading>
        <Text tone="normal" size={14}>
          {t('risk.text', { currency })}
        </Text>
      </Card>
    </Stack>
  );
}

/** One product: terms, calculator, example, early redemption, risk; and the form that locks an amount. */
export default function MiningProductPage() {
  const t = useTexts('finance/mining');
  const titles = useTexts('finance');
  const [{ id }] = useScreenParams('/pages/lockming/buy', { id: 'number?' });
  const query = useMiningProducts({});
  const { data, refetch } = query;
  const product = data?.list.find((each) => each.id === id);
  return (
    <Page title={product?.name ?? titles('routes.lockming.buy')} back>
      <Loaded query={query} />
      {data && !product && (
        <EmptyState
          illustration="box"
          title={t('none')}
          action={<Button to={screenUrl('/pages/lockming/lockming')}>{t('welcome.products')}</Button>}
        />
      )}
      {product && <Product key={product.id} product={product} onMoved={() => void refetch()} />}
    </Page>
  );
}
