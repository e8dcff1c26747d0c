import type { Instrument } from '@tessera/api/instruments';
import type { Interval } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { IconButton, Skeleton, Tabs } from '@tessera/ui';
import { ChevronDown, SlidersHorizontal } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useAtom } from 'jotai';
import { useMemo, useState } from 'react';
import styles from './ChartPanel.module.css';
import type { ChartTrades } from './chart-line.ts';
import { chartInterval, INTERVALS, mainIndicators, subIndicators } from './choices.ts';

const CandleChart = lazyPart(() => import(/* webpackChunkName: "chart" */ './CandleChart.tsx'));
const IndicatorSheet = lazyPart(() => import(/* webpackChunkName: "indicators" */ './IndicatorSheet.tsx'));

/** Beside the order form there is room for the candles and one pane. */
const COMPACT_SUB = ['VOL'] as const;

type ChartPanelProps = {
  readonly instrument: Instrument;
  readonly compact?: boolean;
  /** Given: the panel can be folded away. */
  readonly onFold?: () => void;
  readonly trades?: ChartTrades | undefined;
};

/** The candles of an instrument with their toolbar; the drawing code is in a separate chunk. */
export function ChartPanel({ instrument, compact = false, onFold, trades }: ChartPanelProps) {
  const t = useTexts('trading');
  const { symbol, tick, lot } = instrument;
  const [interval, setInterval] = useAtom(chartInterval);
  const [main] = useAtom(mainIndicators);
  const [sub] = useAtom(subIndicators);
  const [choosing, setChoosing] = useState(false);
  const [opened, setOpened] = useState(false);
  const panes = useMemo(() => (compact ? COMPACT_SUB.filter((name) => sub.includes(name)) : sub), [compact, sub]);
  return (
    <section className={styles.panel} data-compact={compact || undefined} data-panes={panes.length}>
      <div className={styles.toolbar}>
        <div className={styles.intervals}>
          <Tabs<Interval>
            label={t('chart.interval')}
            variant="pill"
            value={interval}
            onChange={setInterval}
            items={INTERVALS.map((id) => ({ id, label: id }))}
          />
        </div>
        <IconButton
          label={t('chart.indicators')}
          icon={<SlidersHorizontal />}
          onClick={() => {
            setOpened(true);
            setChoosing(true);
          }}
        />
        {onFold && (
          <IconButton className={styles.fold} label={t('chart.hide')} icon={<ChevronDown />} onClick={onFold} />
        )}
      </div>
      <div className={styles.frame}>
        <CandleChart
          props={{ symbol, tick, lot, interval, main, sub: panes, compact, trades }}
          waiting={<Skeleton height="100%" />}
        />
      </div>
      {opened && <IndicatorSheet props={{ open: choosing, onClose: () => setChoosing(false) }} />}
    </section>
  );
}
