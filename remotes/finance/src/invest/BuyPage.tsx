import { type InvestProduct, useInvestProduct } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { mul } from '@tessera/money';
import { Card, Loaded, Page, SkeletonRows, Stack, Text } from '@tessera/ui';
import type { ReactNode } from 'react';
import { DemandForm } from './DemandForm.tsx';
import { FixedForm } from './FixedForm.tsx';
import { PayoffPicture } from './PayoffPicture.tsx';
import { ProductHead } from './ProductCard.tsx';
import { ProductFigures } from './ProductFigures.tsx';
import { sharesPurchase } from './purchases.ts';
import { Rate } from './Rate.tsx';
import { SharesForm } from './SharesForm.tsx';

/** ms between two looks at price and shares that are left. */
const LOOK_EVERY = 5_000;

type ProductPageProps = {
  readonly id: number;
  readonly title: string;
  readonly children: (product: InvestProduct, again: () => void) => ReactNode;
};

/** A product with its figures, and below them how it is bought. */
export function ProductPage({ id, title, children }: ProductPageProps) {
  const query = useInvestProduct({ id }, { refetchInterval: LOOK_EVERY });
  return (
    <Page title={title} back>
      <Loaded query={query} waiting={<SkeletonRows count={8} />}>
        {(data) => (
          <Stack gap={4} below={8}>
            <Card gap={3}>
              <ProductHead product={data} />
              <Rate product={data} />
              <Text tone="normal" size={14}>
                {data.description}
              </Text>
              <ProductFigures product={data} />
            </Card>
            {children(data, () => void query.refetch())}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** Buys a product by the form of its kind, with the picture of what it pays where that depends on a price. */
export function BuyPage({ id, title }: { readonly id: number; readonly title: string }) {
  const t = useTexts('finance/invest');
  const form = sharesPurchase.useForm();
  const shares = form.values.amount;
  return (
    <ProductPage id={id} title={title}>
      {(product, again) => {
        if (product.section === 'demand') return <DemandForm product={product} form={form} onMoved={again} />;
        if (product.section === 'fixed') return <FixedForm product={product} form={form} onMoved={again} />;
        return (
          <>
            <PayoffPicture
              product={product}
              amount={mul(shares === '' || shares === '0' ? String(product.min_shares) : shares, product.share_size)}
            />
            <SharesForm product={product} form={form} onMoved={again} />
            <Text>{t('product.house')}</Text>
          </>
        );
      }}
    </ProductPage>
  );
}
