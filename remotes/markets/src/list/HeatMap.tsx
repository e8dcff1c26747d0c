import { useDollarValue } from '@tessera/api/fiat';
import { type Instrument, partsOf } from '@tessera/api/instruments';
import { formatPercent } from '@tessera/money';
import { ScreenLink, type ScreenUrl } from '@tessera/router';
import { useLocale } from '@tessera/ui';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { comparable, figuresOf, valueAmong } from '../instruments/figures.ts';
import { lastQuote } from '../instruments/live.ts';
import { tradePath } from '../instruments/trade-path.ts';
import styles from './HeatMap.module.css';
import { type Tile, tilesOf } from './heat.ts';

/** Ms between two drawings: tiles that change places with every tick cannot be read. */
const REDRAW = 5_000;

type HeatMapProps = {
  readonly label: string;
  readonly instruments: readonly Instrument[];
  readonly path?: ((instrument: Instrument) => ScreenUrl) | undefined;
};

/** The instruments of a tab as tiles: larger by turnover, coloured by the change of the day, which each also says. */
export default function HeatMap({ label, instruments, path = tradePath }: HeatMapProps) {
  const locale = useLocale();
  const rates = useDollarValue();
  const value = useMemo(() => valueAmong(instruments, rates), [instruments, rates]);
  const [drawn, redraw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), REDRAW);
    return () => clearInterval(timer);
  }, []);
  const tiles = useMemo(
    () =>
      tilesOf(
        instruments.map((instrument) => {
          const { change, turnover } = figuresOf(instrument, lastQuote(instrument.symbol));
          return { symbol: instrument.symbol, change, turnover: comparable(turnover, instrument.quote, value) };
        }),
      ),
    // `drawn` asks for the prices of now.
    [instruments, value, drawn],
  );
  const bySymbol = useMemo(() => new Map(instruments.map((each) => [each.symbol, each])), [instruments]);
  const way = ({ change }: Tile) => (Number(change) > 0 ? 'up' : Number(change) < 0 ? 'down' : undefined);
  /** By base, the pair that its bare name stands for: the largest. Other pairs of it are named in full. */
  const bare = new Map(tiles.toReversed().map(({ symbol }) => [partsOf(symbol).base, symbol]));
  return (
    <ul className={styles.map} aria-label={label}>
      {tiles.map((tile) => {
        const instrument = bySymbol.get(tile.symbol);
        if (!instrument) return null;
        const { base } = partsOf(tile.symbol);
        return (
          <li key={tile.symbol} className={styles.tile} data-size={tile.size}>
            <ScreenLink
              className={styles.link}
              to={path(instrument)}
              data-way={way(tile)}
              style={{ '--heat': `${Math.round(tile.heat * 55)}%` } as CSSProperties}
            >
              <strong>{bare.get(base) === tile.symbol ? base : tile.symbol}</strong>{' '}
              <span>{formatPercent(tile.change, locale)}</span>
            </ScreenLink>
          </li>
        );
      })}
    </ul>
  );
}
