import { type LeverOrder, useCancelLeverOrder } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { CancelButton } from '../../question/CancelButton.tsx';
import { useQuestion } from '../../question/use-question.ts';

/** Asks, then cancels. */
export function CancelOrder({ order: { position_id: id, side, symbol } }: { readonly order: LeverOrder }) {
  const t = useTexts('trading');
  const question = useQuestion(t('done.cancelled'));
  const command = useCancelLeverOrder({ subject: id, ...question.outcomes });
  const name = t('orders.cancelOne', { side: t(`lever.${side}`), symbol });
  return <CancelButton {...{ question, command, name }} onConfirm={() => command.run({ id })} />;
}
