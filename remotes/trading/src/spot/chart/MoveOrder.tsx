import { useAmendOrder } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { MoveQuestion, moveOutcome } from '../../chart/MoveQuestion.tsx';
import type { OrderLine } from './order-lines.ts';

type MoveOrderProps = {
  readonly line: OrderLine;
  readonly price: string;
  readonly tick: string;
  readonly onClose: () => void;
};

/** Amends an order to the price where its line was let go. */
export default function MoveOrder({ line, price, tick, onClose }: MoveOrderProps) {
  const t = useTexts('trading');
  const { order, field, label, price: from } = line;
  const command = useAmendOrder(moveOutcome(order, t('lever.amend.done'), onClose));
  return (
    <MoveQuestion
      {...{ command, from, tick, onClose }}
      line={label}
      to={price}
      onConfirm={() => command.run({ id: order, [field]: price })}
    />
  );
}
