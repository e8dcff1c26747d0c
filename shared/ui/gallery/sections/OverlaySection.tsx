import { Button, KeyValue, LoadingBar, Sheet, showToast } from '@tessera/ui';
import { Question } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from '../Gallery.module.css';

export function OverlaySection() {
  const [open, setOpen] = useState<'sheet' | 'dialog' | null>(null);
  const [loading, setLoading] = useState(false);
  const close = () => setOpen(null);
  return (
    <div className={styles.line}>
      <Button variant="secondary" onClick={() => setOpen('sheet')}>
        Sheet
      </Button>
      <Button variant="secondary" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button variant="secondary" onClick={() => showToast('Address copied', 'success')}>
        Toast
      </Button>
      <Button variant="secondary" onClick={() => showToast('Insufficient balance', 'error')}>
        Error
      </Button>
      <Button variant="secondary" onClick={() => setLoading(!loading)}>
        Loading bar
      </Button>
      <LoadingBar active={loading} />
      <Sheet
        open={open === 'sheet'}
        onClose={close}
        title="Confirm order"
        footer={
          <Button variant="buy" size="l" block onClick={close}>
            Buy 0.05 BTC
          </Button>
        }
      >
        <KeyValue
          items={[
            { label: 'Price', value: '63,000.10 USDT' },
            { label: 'Amount', value: '0.05 BTC' },
            { label: 'Fee (0.1 %)', value: '0.00005 BTC' },
            { label: 'You pay', value: '3,150.00 USDT', strong: true },
          ]}
        />
      </Sheet>
      <Question
        command={null}
        open={open === 'dialog'}
        onClose={close}
        onConfirm={close}
        title="Cancel all open orders?"
        confirmLabel="Cancel 3 orders"
        cancelLabel="Keep them"
        tone="danger"
      >
        What is frozen in them becomes available again at once.
      </Question>
    </div>
  );
}
