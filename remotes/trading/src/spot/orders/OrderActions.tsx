import type { SpotOrder } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { Button, Inline } from '@tessera/ui';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useState } from 'react';
import { CancelOrder } from './CancelOrder.tsx';

const AmendSheet = lazyPart(() => import(/* webpackChunkName: "amend" */ './AmendOrder.tsx'));

/** Changes or cancels an order that waits. */
export function OrderActions({ order }: { readonly order: SpotOrder }) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const [amending, setAmending] = useState(false);
  return (
    <Inline as="span" gap={2} at="stretch">
      <Button
        variant="secondary"
        size="s"
        aria-label={t('lever.amend.one', { side: common(order.side), symbol: order.symbol })}
        onClick={() => setAmending(true)}
      >
        {t('lever.amend.short')}
      </Button>
      <CancelOrder order={order} />
      {amending && <AmendSheet props={{ order, onClose: () => setAmending(false) }} />}
    </Inline>
  );
}
