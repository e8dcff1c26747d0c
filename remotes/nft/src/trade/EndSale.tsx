import { useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import { Dialog } from '@tessera/ui/content';
import { useState } from 'react';

type Props = { readonly busy: boolean; readonly onEnd: () => void };

/** Ends an own sale without a bid, once it is confirmed. */
export function EndSale({ busy, onEnd }: Props) {
  const t = useTexts('nft');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button block variant="secondary" onClick={() => setAsking(true)}>
        {t('own.take')}
      </Button>
      <Dialog
        open={asking}
        title={t('own.takeAsk')}
        confirmLabel={t('own.take')}
        busy={busy}
        onConfirm={onEnd}
        onClose={() => setAsking(false)}
      >
        {t('own.takeText')}
      </Dialog>
    </>
  );
}
