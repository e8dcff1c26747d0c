import type { InvestProduct } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { Button, EmptyState, Inline, Stack } from '@tessera/ui';
import { FilterChip } from '@tessera/ui/forms';
import { useState } from 'react';
import { DualCard } from './DualCard.tsx';
import { ANY, choicesOf, type DualFilter, fits } from './dual-offers.ts';
import { useInvestTexts } from './use-invest-texts.ts';

const NONE: DualFilter = { coin: ANY, side: ANY, days: ANY };

/** Dual investments with filters by coin, direction and term. */
export function DualList({ products }: { readonly products: readonly InvestProduct[] }) {
  const t = useTexts('finance/invest');
  const texts = useInvestTexts();
  const [filter, setFilter] = useState(NONE);
  const { coins, days } = choicesOf(products);
  const shown = products.filter((product) => fits(filter, product));
  const any = { value: ANY, label: t('filter.any') };
  const chips = [
    { name: 'coin', options: coins.map((coin) => ({ value: coin, label: coin })) },
    ...(products.some(({ side }) => side !== null)
      ? [
          {
            name: 'side' as const,
            options: (['buy_low', 'sell_high'] as const).map((side) => ({ value: side, label: t(`filter.${side}`) })),
          },
        ]
      : []),
    { name: 'days', options: days.map((count) => ({ value: String(count), label: texts.days(count) })) },
  ] as const;
  return (
    <>
      <Inline gap={2} wrap>
        {chips.map(({ name, options }) => (
          <FilterChip
            key={name}
            label={t(`filter.${name}`)}
            options={[any, ...options]}
            value={filter[name]}
            any={ANY}
            onChange={(value) => setFilter({ ...filter, [name]: value })}
          />
        ))}
      </Inline>
      {products.length > 0 && shown.length === 0 && (
        <EmptyState
          illustration="search"
          compact
          title={t('filter.none')}
          action={
            <Button variant="secondary" onClick={() => setFilter(NONE)}>
              {t('filter.reset')}
            </Button>
          }
        />
      )}
      <Stack as="ul" gap={4} below={8}>
        {shown.map((product) => (
          <DualCard key={product.id} product={product} />
        ))}
      </Stack>
    </>
  );
}
