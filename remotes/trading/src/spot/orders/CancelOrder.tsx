import { type SpotOrder, useCancelOrder } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { useQuestion } from '@tessera/ui/forms';
import { CancelButton } from '../../ticket/question/CancelButton.tsx';

/** Asks, then cancels. */
export function CancelOrder({ order: { id, side, symbol } }: { readonly order: SpotOrder }) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const question = useQuestion(t('done.cancelled'));
  const command = useCancelOrder({ subject: id, ...question.outcomes });
  const name = t('orders.cancelOne', { side: common(side), symbol });
  return <CancelButton {...{ question, command, name }} onConfirm={() => command.run({ id })} />;
}
