import type { BegunPayment, PaymentInput } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useLocale } from '@tessera/ui';
import { ApprovalSheet, type ApprovalState } from '@tessera/ui/approval';
import { Explained } from '@tessera/ui/content';

const USDT_SCALE = 2;

export type Asked = {
  readonly payment: Pick<PaymentInput, 'account' | 'currency_id' | 'number'>;
  readonly begun: BegunPayment;
  readonly currency: string;
  readonly scale: number;
};

function useItems() {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const figure = (value: string, digits: number) => formatAmount(value, digits, locale, { zeros: 'trimmed' });
  return ({ payment, begun, currency, scale }: Asked) => {
    const fee = `${figure(begun.fee, scale)} ${currency}`;
    const used = begun.limit !== null && {
      label: t('send.used'),
      value: (
        <Explained
          title={t('send.used')}
          value={t('send.usedOf', { used: figure(begun.used, USDT_SCALE), limit: figure(begun.limit, USDT_SCALE) })}
          note={t('send.usedNote')}
          link={{ to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') }}
        />
      ),
    };
    return [
      { label: t('send.name'), value: begun.name, strong: true },
      { label: t('send.account'), value: payment.account },
      { label: t('send.amount'), value: `${figure(payment.number, scale)} ${currency}` },
      { label: common('fee'), value: <Explained title={common('fee')} value={fee} note={t('send.note')} /> },
      ...(used ? [used] : []),
    ];
  };
}

/** Names who receives a payment, and has it approved. */
export function SendSheet({ asked, sheet }: { readonly asked: Asked | null; readonly sheet: ApprovalState }) {
  const t = useTexts('assets');
  const itemsOf = useItems();
  return (
    <ApprovalSheet
      {...sheet}
      title={t('send.confirm')}
      items={asked ? itemsOf(asked) : undefined}
      note={t('send.check')}
    />
  );
}
