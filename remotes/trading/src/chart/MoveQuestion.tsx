import { useTexts } from '@tessera/i18n';
import { type DecimalString, formatPrice } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { outcomeOf, Question, type QuestionProps } from '@tessera/ui/forms';

type MoveQuestionProps = Pick<QuestionProps, 'command' | 'onConfirm' | 'onClose'> & {
  /** What is moved: "Buy 0.5 BTC". */
  readonly line: string;
  readonly from: DecimalString;
  readonly to: DecimalString;
  readonly tick: string;
};

/** Asks before a line of the chart is moved to where it was let go; after silence it offers to repeat the move. */
export function MoveQuestion({ line, from, to, tick, ...rest }: MoveQuestionProps) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const locale = useLocale();
  const price = (value: DecimalString) => formatPrice(value, tick, locale);
  return (
    <Question {...rest} open title={t('lever.chart.moveTitle')} confirmLabel={common('confirm')}>
      {t('lever.chart.move', { line, from: price(from), to: price(to) })}
    </Question>
  );
}

/** What the question does with the outcome of its command: a line that may not be moved goes back, with the reason. */
export function moveOutcome(subject: string, done: string, onClose: () => void) {
  const { onDone, onRejected, onUnresolved } = outcomeOf(done, onClose);
  return {
    subject,
    onDone,
    onUnresolved,
    onRejected(error: unknown) {
      onRejected(error);
      onClose();
    },
  };
}
