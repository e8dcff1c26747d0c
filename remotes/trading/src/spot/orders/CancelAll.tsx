import { useCancelAll } from '@tessera/api/spot';
import { problemText, useTexts } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { AskedButton, useQuestion } from '@tessera/ui/forms';
import styles from '../../ticket/Orders.module.css';

/** Cancels all open orders, of one pair or of each. */
export function CancelAll({ symbol }: { readonly symbol?: string | undefined }) {
  const t = useTexts('trading');
  const question = useQuestion(t('done.cancelledAll'));
  const command = useCancelAll({
    subject: symbol ?? 'all',
    ...question.outcomes,
    onDone({ kept }) {
      if (kept.length === 0) return question.outcomes.onDone();
      showToast(t('orders.keptSome'), 'error');
      question.close();
    },
    onRejected(error) {
      showToast(problemText(error), 'error');
      question.close();
    },
  });
  return (
    <div className={styles.all}>
      <AskedButton
        question={question}
        command={command}
        label={t('orders.cancelAll')}
        button={{ size: 's' }}
        title={t('orders.cancelAllTitle')}
        confirmLabel={t('orders.cancelAll')}
        cancelLabel={t('orders.keepAll')}
        tone="danger"
        onConfirm={() => command.run(symbol === undefined ? {} : { symbol })}
      >
        {symbol === undefined ? t('orders.cancelAllHelp') : t('orders.cancelPairHelp', { symbol })}
      </AskedButton>
    </div>
  );
}
