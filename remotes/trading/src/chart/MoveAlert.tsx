import { type Alert, useChangeAlert } from '@tessera/api/alerts';
import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { useQuote } from '@tessera/realtime';
import { directionTo } from '../alerts/direction-to.ts';
import { MoveQuestion, moveOutcome } from './MoveQuestion.tsx';

type MoveAlertProps = {
  readonly alert: Alert;
  readonly price: string;
  readonly instrument: Instrument;
  readonly onClose: () => void;
};

/** Moves an alert by the call that the form of alerts uses. */
export default function MoveAlert({ alert, price, instrument, onClose }: MoveAlertProps) {
  const t = useTexts('trading');
  const alerts = useTexts('trading/alerts');
  const { symbol, tick, latest } = instrument;
  const last = useQuote(symbol)?.last ?? latest?.last ?? null;
  const command = useChangeAlert(moveOutcome(alert.id, alerts('saved'), onClose));
  const { id, repeats, pause_minutes } = alert;
  return (
    <MoveQuestion
      {...{ command, tick, onClose }}
      line={t('chart.alert')}
      from={alert.level}
      to={price}
      onConfirm={() =>
        command.run({ id, kind: 'price', level: price, direction: directionTo(price, last), repeats, pause_minutes })
      }
    />
  );
}
