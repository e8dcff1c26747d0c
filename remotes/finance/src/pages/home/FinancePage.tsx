import { useTextByKey, useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Box, EmptyState, Heading, List, Loaded, Page, SkeletonRows, Stack, Text } from '@tessera/ui';
import { EntryRow } from '@tessera/ui/content';
import { SearchInput } from '@tessera/ui/forms';
import { Banknote, CreditCard, HandCoins, Landmark, Rocket, TrendingUp } from '@tessera/ui/icons';
import { type ReactNode, useState } from 'react';
import { useCoins } from '../../earn/use-coins.ts';
import { useEarnTexts } from '../../earn/use-earn-texts.ts';
import { CoinRows } from './CoinRows.tsx';
import { highestOf, PRODUCT_GROUPS, type Product, type ProductGroup, type ProductKey } from './products.ts';
import { Summary } from './Summary.tsx';

const ICONS: Readonly<Record<ProductKey, ReactNode>> = {
  invest: <TrendingUp />,
  ieo: <Rocket />,
  borrow: <HandCoins />,
  otc: <Landmark />,
  buy: <Banknote />,
  visa: <CreditCard />,
};

type Shown = Product & { readonly name: string; readonly note: string | undefined };

function Group({ group, products }: { readonly group: ProductGroup; readonly products: readonly Shown[] }) {
  const t = useTexts('finance');
  const id = `group-${group.key}`;
  return (
    <Box as="section" above={6} aria-labelledby={id}>
      <Heading id={id} tone="weak" size={12} weight="medium" below={2}>
        {t(`group.${group.key}`)}
      </Heading>
      <List card>
        {products.map(({ key, to, name, note }) => (
          <EntryRow key={key} to={to} icon={ICONS[key]} title={name} text={t(`about.${key}`)} note={note} />
        ))}
      </List>
    </Box>
  );
}

/** The hub of everything that earns: what is held in it, coins with their yields, and the other products. */
export default function FinancePage() {
  const t = useTexts('finance');
  const titleOf = useTextByKey('finance');
  const texts = useEarnTexts();
  const signedIn = useSession() !== null;
  const query = useCoins();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const sought = search.trim().toLowerCase();
  const fits = (name: string) => name.toLowerCase().includes(sought);
  const coins = query.data?.coins.filter(({ currency }) => fits(currency)) ?? [];
  const dual = highestOf(query.data?.products ?? []);
  const groups = PRODUCT_GROUPS.map((group) => ({
    group,
    products: group.products
      .map((product) => ({
        ...product,
        name: titleOf(product.title),
        note: product.key === 'invest' && dual !== null ? t('hub.upTo', { rate: texts.rate(dual) }) : undefined,
      }))
      .filter(({ name }) => fits(name)),
  })).filter(({ products }) => products.length > 0);
  const nothing = query.data !== undefined && coins.length === 0 && groups.length === 0;
  return (
    <Page title={t('routes.financial.index')}>
      {signedIn ? (
        <Summary />
      ) : (
        <Text tone="normal" size={16}>
          {t('map.lead')}
        </Text>
      )}
      <Stack gap={2} above={4}>
        <SearchInput label={t('hub.search')} value={search} onChange={setSearch} />
        <Loaded query={query} waiting={<SkeletonRows count={5} />} compact>
          {() => coins.length > 0 && <CoinRows coins={coins} chosen={chosen} onChoose={setChosen} />}
        </Loaded>
      </Stack>
      {groups.map(({ group, products }) => (
        <Group key={group.key} group={group} products={products} />
      ))}
      {nothing && <EmptyState illustration="search" compact title={t('hub.none')} text={t('hub.noneText')} />}
    </Page>
  );
}
