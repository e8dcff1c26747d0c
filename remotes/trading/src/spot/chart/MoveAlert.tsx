import { type Alert, useChangeAlert } from '@tessera/api/alerts';
import type { Instrument } from '@tessera/api/instruments';
import { problemText, useTexts } from '@tessera/i18n';
import { formatPrice } from '@tessera/money';
import { useQuote } from '@tessera/realtime';
import { showToast, useLocale } from '@tessera/ui';
import { directionTo } from '../../pages/alerts/direction-to.ts';
import { Question } from '../../question/Question.tsx';

type MoveAlertProps = {
  readonly alert: Alert;
  readonly price: string;
  readonly instrument: Instrument;
  readonly onClose: () => void;
};

/** Asks before an alert is moved to where its line was let go, by the call that the form of alerts uses. */
export default function MoveAlert({ alert, price, instrument, onClose }: MoveAlertProps) {
  const t = useTexts('trading');
  const alerts = useTexts('alerts');
  const common = useTexts('common');
  const locale = useLocale();
  const { symbol, tick, latest } = instrument;
  const last = useQuote(symbol)?.last ?? latest?.last ?? null;
  const command = useChangeAlert({
    subject: alert.id,
    onDone() {
      showToast(alerts('saved'), 'success');
      onClose();
    },
    onRejected(error) {
      showToast(problemText(error), 'error');
      onClose();
    },
  });
  const { id, repeats, pause_minutes } = alert;
  return (
    <Question
      open
      command={command}
      title={t('lever.chart.moveTitle')}
      confirmLabel={common('confirm')}
      onConfirm={() =>
        command.run({ id, kind: 'price', level: price, direction: directionTo(price, last), repeats, pause_minutes })
      }
      onClose={onClose}
    >
      {t('lever.chart.move', {
        line: t('chart.alert'),
        from: formatPrice(alert.level, tick, locale),
        to: formatPrice(price, tick, locale),
      })}
    </Question>
  );
}
