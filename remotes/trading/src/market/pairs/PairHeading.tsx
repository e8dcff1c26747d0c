import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { ChevronDown } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useState } from 'react';
import type { PairKind } from '../instrument/instruments.ts';
import { PairState } from './PairState.tsx';
import styles from './Pairs.module.css';

const PairSheet = lazyPart(() => import(/* webpackChunkName: "pairs" */ './PairSheet.tsx'));

type PairHeadingProps = {
  /** What is offered to choose from. */
  readonly kind?: PairKind;
  readonly symbol: string;
  readonly instrument: Instrument | null | undefined;
  readonly onChoose: (symbol: string) => void;
};

/** The pair of the page, and the door to all others. */
export function PairHeading({ kind = 'spot', symbol, instrument, onChoose }: PairHeadingProps) {
  const t = useTexts('trading');
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const show = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <div className={styles.heading}>
      <button
        type="button"
        className={styles.pair}
        aria-haspopup="dialog"
        aria-label={t('pair.choose', { symbol })}
        onPointerDown={PairSheet.preload}
        onClick={show}
      >
        <span className={styles.symbol}>{symbol}</span>
        <ChevronDown />
      </button>
      {instrument && <PairState instrument={instrument} />}
      {opened && (
        <PairSheet
          props={{
            kind,
            open,
            current: symbol,
            onClose: () => setOpen(false),
            onChoose: (chosen) => {
              setOpen(false);
              onChoose(chosen);
            },
          }}
        />
      )}
    </div>
  );
}
