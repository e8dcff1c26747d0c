import { type SpotOrder, useCancelOrder } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { CancelButton } from '../../ticket/question/CancelButton.tsx';
import { useQuestion } from '../../ticket/question/use-question.ts';

/** Asks, then cancels. */
export function CancelOrder({ order: { id, side, symbol } }: { readonly order: SpotOrder }) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const question = useQuestion(t('done.cancelled'));
  const command = useCancelOrder({ subject: id, ...question.outcomes });
  const name = t('orders.cancelOne', { side: common(side), symbol });
  return <CancelButton {...{ question, command, name }} onConfirm={() => command.run({ id })} />;
}
