import { useMiningProducts } from '@tessera/api/mining';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Button, EmptyState, Loaded, Page, SkeletonRows, Stack, Text } from '@tessera/ui';
import { ProductCard } from '../../mining/ProductCard.tsx';

/** What can be locked, with rates and terms. */
export default function MiningProductsPage() {
  const t = useTexts('finance/mining');
  const titles = useTexts('finance');
  const query = useMiningProducts({});
  const { data } = query;
  return (
    <Page title={titles('routes.lockming.lockming')} back>
      <Stack gap={4} below={8}>
        <Text tone="normal" size={14}>
          {t('lead')} <ScreenLink to={screenUrl('/pages/lockming/welcome')}>{t('welcome.link')}</ScreenLink>
        </Text>
        <Button variant="secondary" to={screenUrl('/pages/lockming/order')}>
          {titles('routes.lockming.order')}
        </Button>
        <Loaded query={query} waiting={<SkeletonRows count={4} />} />
        {data && data.list.length === 0 && <EmptyState illustration="box" title={t('none')} />}
        {data && (
          <Stack as="ul" gap={4} below={8}>
            {data.list.map((product) => (
              <ProductCard key={product.id} product={product} />
            ))}
          </Stack>
        )}
      </Stack>
    </Page>
  );
}
