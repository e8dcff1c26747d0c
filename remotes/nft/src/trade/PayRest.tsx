import { type Artwork, type NftOrder, usePayOrder } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { Card, KeyValue, useLocale } from '@tessera/ui';
import { useApproval } from '@tessera/ui/approval';
import { Countdown, Explained } from '@tessera/ui/content';
import { priceFigure } from '../figures.ts';
import { PayAmount } from './PayAmount.tsx';
import styles from './Trade.module.css';

type Props = {
  readonly work: Pick<Artwork, 'name' | 'currency'>;
  readonly order: { readonly id: string; readonly due: string; readonly pay_until: number };
  /** What happens when it is not paid. */
  readonly rule: string;
  readonly onPaid: (order: NftOrder) => void;
  readonly onChanged: () => void;
};

/** The rest of the price of a won auction, while there is time. */
export function PayRest({ work, order, rule, onPaid, onChanged }: Props) {
  const t = useTexts('nft');
  const amount = priceFigure(order.due, work.currency, useLocale());
  const pay = useApproval({
    command: usePayOrder,
    subject: order.id,
    toInput: (_: true, approved) => ({ id: order.id, ...approved }),
    way: 'POST /bind_box/payNFTOrder',
    repeats: true,
    onRejected: onChanged,
    onDone: onPaid,
  });
  return (
    <Card gap={3} aria-label={t('rest.title')}>
      <div className={styles.between}>
        <strong>{t('rest.title')}</strong>
        <Countdown until={order.pay_until} now={serverNow} onEnd={onChanged} />
      </div>
      <KeyValue
        items={[
          {
            label: t('rest.due'),
            value: <Explained title={t('rest.due')} value={amount} note={rule} />,
            strong: true,
          },
        ]}
      />
      <PayAmount
        currency={work.currency}
        amount={order.due}
        limited={null}
        action={t('action.payRest', { amount })}
        what={t('rest.what', { amount, name: work.name })}
        approval={pay}
        onAsk={() => pay.ask(true)}
        title={t('rest.title')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('rest.due'), value: amount, strong: true },
        ]}
      />
    </Card>
  );
}
