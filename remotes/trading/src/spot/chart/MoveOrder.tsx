import { useAmendOrder } from '@tessera/api/spot';
import { problemText, useTexts } from '@tessera/i18n';
import { formatPrice } from '@tessera/money';
import { showToast, useLocale } from '@tessera/ui';
import { Question } from '../../question/Question.tsx';
import type { OrderLine } from './order-lines.ts';

type MoveOrderProps = {
  readonly line: OrderLine;
  readonly price: string;
  readonly tick: string;
  readonly onClose: () => void;
};

/** Asks before an order is moved to where its line was let go; after silence the same question offers to repeat it. */
export default function MoveOrder({ line, price, tick, onClose }: MoveOrderProps) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const locale = useLocale();
  const command = useAmendOrder({
    subject: line.order,
    onDone() {
      showToast(t('lever.amend.done'), 'success');
      onClose();
    },
    onRejected(error) {
      showToast(problemText(error), 'error');
      onClose();
    },
  });
  return (
    <Question
      open
      command={command}
      title={t('lever.chart.moveTitle')}
      confirmLabel={common('confirm')}
      onConfirm={() => command.run({ id: line.order, [line.field]: price })}
      onClose={onClose}
    >
      {t('lever.chart.move', {
        line: line.label,
        from: formatPrice(line.price, tick, locale),
        to: formatPrice(price, tick, locale),
      })}
    </Question>
  );
}
