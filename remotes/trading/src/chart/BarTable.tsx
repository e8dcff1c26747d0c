import type { Bar } from '@tessera/api/instruments';
import type { Interval } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { formatPrice } from '@tessera/money';
import { Button, Change, Inline, Loaded, Text, useLocale, VisuallyHidden } from '@tessera/ui';
import { useEffect, useRef, useState } from 'react';
import styles from './BarTable.module.css';
import { shortBarTimes } from './chart-formats.ts';
import { playPrices } from './chart-sound.ts';
import { useBars } from './use-bars.ts';

export type BarTableProps = { readonly symbol: string; readonly tick: string; readonly interval: Interval };

/** Plays the closing prices, and ends with the screen. */
function Sound({ bars }: { readonly bars: readonly Bar[] }) {
  const t = useTexts('trading/chart');
  const [playing, setPlaying] = useState(false);
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  return (
    <Button
      variant="secondary"
      size="s"
      onClick={() => {
        if (playing) return end.current?.();
        setPlaying(true);
        end.current = playPrices(
          bars.map(([, , , , close]) => Number(close)),
          () => {
            end.current = null;
            setPlaying(false);
          },
        );
      }}
    >
      {t(playing ? 'table.stop' : 'table.play')}
    </Button>
  );
}

/** The bars of the chart as a table, newest first, and as a sound: for those who cannot see it. */
export default function BarTable({ symbol, tick, interval }: BarTableProps) {
  const t = useTexts('trading/chart');
  const trading = useTexts('trading');
  const locale = useLocale();
  const { query, withLive } = useBars(symbol, interval);
  const times = shortBarTimes(interval, locale);
  const title = t('table.title', { symbol, interval });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys.
    <section className={styles.region} aria-label={title} tabIndex={0}>
      <Loaded query={query} compact>
        {(read) => {
          const bars = withLive(read.bars);
          if (bars.length === 0)
            return (
              <Text align="center" above={8}>
                {trading('chart.empty')}
              </Text>
            );
          return (
            <>
              <Inline gap={3} between>
                <Text as="span">{t('table.sound')}</Text>
                <Sound bars={bars} />
              </Inline>
              <table className={styles.table}>
                <VisuallyHidden as="caption">{title}</VisuallyHidden>
                <thead>
                  <tr>
                    <th scope="col">{trading('chart.time')}</th>
                    {(['open', 'high', 'low', 'close'] as const).map((each) => (
                      <th key={each} scope="col">
                        {t(`table.${each}`)}
                      </th>
                    ))}
                    <th scope="col">{trading('chart.change')}</th>
                  </tr>
                </thead>
                <tbody>
                  {bars.toReversed().map(([at, open, high, low, close]) => {
                    const change = Number(open) === 0 ? '0' : (Number(close) / Number(open) - 1).toFixed(6);
                    return (
                      <tr key={at}>
                        <th scope="row">{times.format(at)}</th>
                        {[open, high, low, close].map((price, place) => (
                          <td key={place}>{formatPrice(price, tick, locale)}</td>
                        ))}
                        <td>
                          <Change ratio={change} />
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
