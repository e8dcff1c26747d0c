import { type LeverOrder, useCancelLeverOrder } from '@tessera/api/leverage';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, showToast } from '@tessera/ui';
import { Dialog } from '@tessera/ui/content';
import { useState } from 'react';

/** Asks, then cancels; after silence the same question offers to repeat it. */
export function CancelOrder({ order: { position_id: id, side, symbol } }: { readonly order: LeverOrder }) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { run, busy, unresolved } = useCancelLeverOrder({
    subject: id,
    onDone() {
      showToast(t('done.cancelled'), 'success');
      close();
    },
    onRejected(error) {
      showToast(problemText(error), 'error');
      close();
    },
    onUnresolved: () => setAsking(true),
  });
  return (
    <>
      <Button
        variant="secondary"
        size="s"
        aria-label={t('orders.cancelOne', { side: t(`lever.${side}`), symbol })}
        onClick={() => setAsking(true)}
      >
        {t('orders.cancelShort')}
      </Button>
      <Dialog
        open={asking}
        title={unresolved ? common('error.unresolvedTitle') : t('orders.cancelTitle')}
        confirmLabel={unresolved ? common('error.repeat') : t('orders.cancelDo')}
        cancelLabel={t('orders.keep')}
        tone="danger"
        busy={busy}
        onConfirm={() => run({ id })}
        onClose={close}
      >
        {unresolved ? common('error.unresolved') : t('orders.cancelHelp')}
      </Dialog>
    </>
  );
}
