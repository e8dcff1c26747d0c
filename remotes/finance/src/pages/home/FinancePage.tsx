import { useTextByKey, useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Box, Heading, List, Page, Text } from '@tessera/ui';
import { EntryRow } from '@tessera/ui/content';
import { Banknote, CreditCard, HandCoins, Landmark, Pickaxe, PiggyBank, Rocket, TrendingUp } from '@tessera/ui/icons';
import type { ReactNode } from 'react';
import { PRODUCT_GROUPS, type Product, type ProductGroup, type ProductKey } from './products.ts';
import { Summary } from './Summary.tsx';

const ICONS: Readonly<Record<ProductKey, ReactNode>> = {
  lockming: <Pickaxe />,
  demand: <PiggyBank />,
  invest: <TrendingUp />,
  ieo: <Rocket />,
  borrow: <HandCoins />,
  otc: <Landmark />,
  buy: <Banknote />,
  visa: <CreditCard />,
};

function ProductRow({ product }: { readonly product: Product }) {
  const t = useTexts('finance');
  const titleOf = useTextByKey('finance');
  return (
    <EntryRow
      to={product.to}
      icon={ICONS[product.key]}
      title={titleOf(product.title)}
      text={t(`about.${product.key}`)}
    />
  );
}

function Group({ group }: { readonly group: ProductGroup }) {
  const t = useTexts('finance');
  const id = `group-${group.key}`;
  return (
    <Box as="section" above={6} aria-labelledby={id}>
      <Heading id={id} tone="weak" size={12} weight="medium" below={2}>
        {t(`group.${group.key}`)}
      </Heading>
      <List card>
        {group.products.map((product) => (
          <ProductRow key={product.key} product={product} />
        ))}
      </List>
    </Box>
  );
}

/** The map of the financial products, with what the user holds in them. */
export default function FinancePage() {
  const t = useTexts('finance');
  const signedIn = useSession() !== null;
  return (
    <Page title={t('routes.financial.index')}>
      <Text tone="normal" size={16}>
        {t('map.lead')}
      </Text>
      {signedIn && <Summary />}
      {PRODUCT_GROUPS.map((group) => (
        <Group key={group.key} group={group} />
      ))}
    </Page>
  );
}
