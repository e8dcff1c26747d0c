import { type InvestSection, investSections, useInvestProducts } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useScreenParams } from '@tessera/router';
import { Button, EmptyState, Loaded, Page, Stack, Tabs, Text } from '@tessera/ui';
import { useState } from 'react';
import { DualList } from '../../invest/DualList.tsx';
import styles from '../../invest/Invest.module.css';
import { ProductCard } from '../../invest/ProductCard.tsx';
import { PRODUCT_OF } from '../../invest/product-of.ts';

const LOOK_EVERY = 10_000;
const isSection = (text: string | undefined): text is InvestSection =>
  investSections.some((section) => section === text);

/** Products by section. */
export default function InvestPage() {
  const t = useTexts('finance/invest');
  const titles = useTexts('finance');
  const [{ section: asked }] = useScreenParams('/pages/invest/invest', { section: 'string?' });
  const [section, setSection] = useState<InvestSection>(isSection(asked) ? asked : 'blockchain');
  const query = useInvestProducts({ section }, { refetchInterval: LOOK_EVERY });
  const { data } = query;
  return (
    <Page title={titles('routes.invest.invest')} back flush>
      <div className={styles.links}>
        <Button variant="secondary" to={screenUrl('/pages/invest/mine')}>
          {titles('routes.invest.mine')}
        </Button>
        <Button variant="secondary" to={screenUrl('/pages/invest/help')}>
          {titles('routes.invest.help')}
        </Button>
      </div>
      <Tabs
        label={titles('routes.invest.invest')}
        items={investSections.map((id) => ({ id, label: titles(`product.${PRODUCT_OF[id]}`) }))}
        value={section}
        onChange={setSection}
      >
        <div className={styles.panel}>
          <Text tone="normal" size={14}>
            {t(`about.${section}`)}
          </Text>
          <Loaded query={query} />
          {data?.list.length === 0 && (
            <EmptyState
              illustration="orders"
              compact
              title={t('list.none')}
              text={t(section === 'metals' ? 'list.metals' : 'list.noneText')}
            />
          )}
          {section === 'metals' || section === 'blockchain' ? (
            data && data.list.length > 0 && <DualList key={section} products={data.list} />
          ) : (
            <Stack as="ul" gap={4} below={8}>
              {data?.list.map((product) => (
                <ProductCard key={product.id} product={product} />
              ))}
            </Stack>
          )}
        </div>
      </Tabs>
    </Page>
  );
}
