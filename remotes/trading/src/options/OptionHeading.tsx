import { type Instrument, useNamedInstruments } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { List, ListRow, Loaded, Sheet, SkeletonRows } from '@tessera/ui';
import { ChevronDown } from '@tessera/ui/icons';
import { useState } from 'react';
import { PairState } from '../market/pairs/PairState.tsx';
import pairs from '../market/pairs/Pairs.module.css';

type OptionHeadingProps = {
  readonly symbol: string;
  readonly instrument: Instrument | null | undefined;
  /** Of the instruments with options; undefined until they are known. */
  readonly symbols: readonly string[] | undefined;
  readonly onChoose: (symbol: string) => void;
};

/** The instrument of the page, and the door to all others with options. */
export function OptionHeading({ symbol, instrument, symbols, onChoose }: OptionHeadingProps) {
  const t = useTexts('trading/options');
  const [open, setOpen] = useState(false);
  const query = useNamedInstruments(open && symbols ? symbols : null);
  return (
    <div className={pairs.heading}>
      <button
        type="button"
        className={pairs.pair}
        aria-haspopup="dialog"
        aria-label={t('option.choose', { symbol })}
        onClick={() => setOpen(true)}
      >
        {symbol}
        <ChevronDown />
      </button>
      {instrument && <PairState instrument={instrument} />}
      <Sheet open={open} onClose={() => setOpen(false)} title={t('option.instruments')} tall>
        <Loaded query={query} compact waiting={<SkeletonRows count={8} />}>
          {(named) => (
            <List>
              {named?.list.map((instrument) => (
                <ListRow
                  key={instrument.symbol}
                  title={instrument.symbol}
                  subtitle={instrument.name}
                  onClick={() => {
                    setOpen(false);
                    onChoose(instrument.symbol);
                  }}
                />
              ))}
            </List>
          )}
        </Loaded>
      </Sheet>
    </div>
  );
}
