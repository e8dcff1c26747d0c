import { useReversePosition } from '@tessera/api/leverage';
import { problemText, useTexts } from '@tessera/i18n';
import { showToast, useLocale } from '@tessera/ui';
import { outcomeOf, Question } from '@tessera/ui/forms';
import { exactText } from '../../market/exact-text.ts';
import type { OpenRow } from '../account/use-book.ts';
import { closingWasTold } from './use-position-toasts.ts';

type ReverseDialogProps = { readonly open: boolean; readonly onClose: () => void; readonly row: OpenRow };

/** Asks before a position is turned round; after silence the same question offers to repeat it. */
export default function ReverseDialog({ open, onClose, row: { position } }: ReverseDialogProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { id, side, share, symbol } = position;
  const command = useReversePosition({
    subject: id,
    ...outcomeOf(t('lever.reverse.done'), onClose),
    onDone({ closed }) {
      closingWasTold(closed.id);
      showToast(t('lever.reverse.done'), 'success');
      onClose();
    },
    onRejected(error) {
      showToast(problemText(error), 'error');
      onClose();
    },
  });
  const figures = {
    symbol,
    side: t(`lever.${side}`),
    other: t(side === 'long' ? 'lever.short' : 'lever.long'),
    lots: exactText(String(share), locale),
    count: share,
  };
  return (
    <Question
      {...{ open, command, onClose }}
      title={t('lever.reverse.title')}
      confirmLabel={t('lever.reverse.do')}
      onConfirm={() => command.run({ id })}
    >
      {t('lever.reverse.help', figures)}
    </Question>
  );
}
