import { type LeverOrder, useCancelLeverOrder } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { useQuestion } from '@tessera/ui/forms';
import { CancelButton } from '../../ticket/question/CancelButton.tsx';

/** Asks, then cancels. */
export function CancelOrder({ order }: { readonly order: LeverOrder }) {
  const t = useTexts('trading/leverage');
  const { position_id: id, purpose, side, symbol } = order;
  const closing = purpose === 'close' ? { order_id: order.id } : {};
  const question = useQuestion(t('done.cancelled', { ns: 'trading' }));
  const command = useCancelLeverOrder({ subject: purpose === 'close' ? order.id : id, ...question.outcomes });
  const name = t('orders.cancelOne', { ns: 'trading', side: t(`lever.${side}`), symbol });
  return <CancelButton {...{ question, command, name }} onConfirm={() => command.run({ id, ...closing })} />;
}
