import { useTexts } from '@tessera/i18n';
import { AskedButton } from '@tessera/ui/forms';
import type { ComponentProps } from 'react';

type CancelButtonProps = Pick<ComponentProps<typeof AskedButton>, 'question' | 'command' | 'onConfirm'> & {
  /** Which order: "Cancel buy order BTC/USDT". */
  readonly name: string;
};

/** Cancels an order after a question. */
export function CancelButton({ name, ...asked }: CancelButtonProps) {
  const t = useTexts('trading');
  return (
    <AskedButton
      {...asked}
      label={t('orders.cancelShort')}
      button={{ size: 's', 'aria-label': name }}
      title={t('orders.cancelTitle')}
      confirmLabel={t('orders.cancelDo')}
      cancelLabel={t('orders.keep')}
      tone="danger"
    >
      {t('orders.cancelHelp')}
    </AskedButton>
  );
}
