import { ApiError } from '@tessera/api';
import type { Instrument } from '@tessera/api/instruments';
import { type Option, type Placement, useOpenOption } from '@tessera/api/options';
import { problemText, useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Button, KeyValue, Sheet, showToast } from '@tessera/ui';
import { PayKeypad } from '@tessera/ui/codes';
import { useState } from 'react';
import { payPasswordPath } from './chosen-option.ts';
import type { Term } from './OptionForm.tsx';
import styles from './Options.module.css';
import { useOptionFigures } from './use-option-figures.tsx';
import { useOptionTexts } from './use-option-texts.ts';

export type OpenSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly instrument: Instrument;
  readonly term: Term;
  readonly placement: Omit<Placement, 'payPassword' | 'profit_ratio' | 'fee_rate'>;
  readonly unit: Pick<Option, 'scale' | 'currency'>;
  readonly onOpened: (option: Option) => void;
  /** The term is another one by now. */
  readonly onMoved: () => void;
};

/** Every figure of an option before it is opened, confirmed by the payment password. */
export default function OpenSheet(props: OpenSheetProps) {
  const { open, onClose, instrument, term, placement, unit, onOpened, onMoved } = props;
  const t = useTexts('trading');
  const texts = useOptionTexts();
  const figures = useOptionFigures();
  const session = useSession();
  const [rejection, setRejection] = useState<string | null>(null);
  const { run, busy } = useOpenOption({
    subject: instrument.symbol,
    onDone(option) {
      showToast(t('option.opened'), 'success');
      onOpened(option);
    },
    onRejected(error) {
      if (error instanceof ApiError && error.code.startsWith('key_')) return setRejection(problemText(error));
      showToast(problemText(error), 'error');
      if (error instanceof ApiError && error.code === 'price_moved') onMoved();
      onClose();
    },
    // The page offers to repeat it.
    onUnresolved: onClose,
  });
  const { direction, stake } = placement;
  const { profit_ratio: ratio, fee_rate: feeRate } = term;
  const shown = figures.of({ stake, ratio, feeRate, unit });
  return (
    <Sheet open={open} onClose={onClose} title={`${texts.direction(direction)} · ${instrument.symbol}`}>
      <KeyValue
        items={[
          { label: t('option.term'), value: texts.term(term.seconds) },
          { label: t('option.stake'), value: texts.amount(stake, unit) },
          ...shown.fee,
          shown.pays,
          shown.tie,
          figures.breakEven(ratio, feeRate),
          { label: t('option.strike'), value: t('option.strikeLater') },
        ]}
      />
      {session?.user.hasPayPassword === false ? (
        <>
          <p className={styles.note}>{t('option.payPasswordHelp')}</p>
          <Button block size="l" to={payPasswordPath()}>
            {t('option.setPayPassword')}
          </Button>
        </>
      ) : (
        <PayKeypad
          title={t('option.payPassword')}
          busy={busy}
          error={rejection}
          onComplete={(payPassword) => {
            setRejection(null);
            run({ ...placement, profit_ratio: ratio, fee_rate: feeRate, payPassword });
          }}
        />
      )}
    </Sheet>
  );
}
