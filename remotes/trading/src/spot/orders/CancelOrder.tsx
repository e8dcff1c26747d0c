import { useTexts } from '@tessera/i18n';
import { Button, Dialog } from '@tessera/ui';
import { useState } from 'react';
import type { SpotOrder } from './orders.ts';
import { useCancelOrder } from './use-cancel-order.ts';

/** Asks, then cancels. */
export function CancelOrder({ order }: { readonly order: SpotOrder }) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useCancelOrder(() => setAsking(false));
  return (
    <>
      <Button
        variant="secondary"
        size="s"
        aria-label={t('orders.cancelOne', { side: common(order.type), symbol: order.symbol })}
        onClick={() => setAsking(true)}
      >
        {t('orders.cancelShort')}
      </Button>
      <Dialog
        open={asking}
        title={t('orders.cancelTitle')}
        confirmLabel={t('orders.cancelDo')}
        cancelLabel={t('orders.keep')}
        tone="danger"
        busy={isPending}
        onConfirm={() => mutate(order)}
        onClose={() => setAsking(false)}
      >
        {t('orders.cancelHelp')}
      </Dialog>
    </>
  );
}
