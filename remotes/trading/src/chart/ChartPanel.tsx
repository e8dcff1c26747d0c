import type { Instrument } from '@tessera/api/instruments';
import type { Interval } from '@tessera/api/rules';
import { addTexts, useTexts } from '@tessera/i18n';
import { IconButton, Skeleton, Tabs } from '@tessera/ui';
import { ChevronDown, Pencil, SlidersHorizontal, X } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useAtom, useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import styles from './ChartPanel.module.css';
import type { ChartTrades } from './chart-line.ts';
import {
  chartInterval,
  chartShape,
  compactMainIndicators,
  compactSubIndicators,
  INTERVALS,
  mainIndicators,
  subIndicators,
} from './choices.ts';
import { useFullScreen } from './use-full-screen.ts';

/** The parts of the chart and their texts, which a page without a chart does not load. */
async function part<Part>(load: () => Promise<Part>): Promise<Part> {
  const texts = addTexts('trading/chart', chartTexts);
  const loaded = await load();
  await texts;
  return loaded;
}
const chartTexts = (code: string) => import(`./i18n/${code}.json`);

const CandleChart = lazyPart(() => part(() => import(/* webpackChunkName: "chart" */ './CandleChart.tsx')));
const DepthChart = lazyPart(() => part(() => import(/* webpackChunkName: "depth" */ './DepthChart.tsx')));
const BarTable = lazyPart(() => part(() => import(/* webpackChunkName: "bar-table" */ './BarTable.tsx')));
const IndicatorSheet = lazyPart(() => part(() => import(/* webpackChunkName: "indicators" */ './IndicatorSheet.tsx')));

type ChartPanelProps = {
  readonly instrument: Instrument;
  readonly compact?: boolean;
  /** Given: the panel can be folded away. */
  readonly onFold?: (() => void) | undefined;
  readonly trades?: ChartTrades | undefined;
};

/** The candles of an instrument with their toolbar; the drawing code is in a separate chunk. */
export function ChartPanel({ instrument, compact = false, onFold, trades }: ChartPanelProps) {
  const t = useTexts('trading');
  const { symbol, tick, lot } = instrument;
  const panel = useRef<HTMLElement>(null);
  const [interval, setInterval] = useAtom(chartInterval);
  const shape = useAtomValue(chartShape);
  const [depth, setDepth] = useState(false);
  const [drawing, setDrawing] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [opened, setOpened] = useState(false);
  const { full, enter, leave } = useFullScreen(panel, !compact);
  const small = compact && !full;
  const main = useAtomValue(small ? compactMainIndicators : mainIndicators);
  const sub = useAtomValue(small ? compactSubIndicators : subIndicators);
  return (
    <section
      ref={panel}
      className={styles.panel}
      data-compact={small || undefined}
      data-full={full || undefined}
      data-panes={sub.length}
      aria-label={t('chart.title', { symbol })}
    >
      <div className={styles.toolbar}>
        <div className={styles.intervals}>
          <Tabs<Interval | 'depth'>
            label={t('chart.interval')}
            variant="pill"
            value={depth ? 'depth' : interval}
            onChange={(chosen) => {
              setDepth(chosen === 'depth');
              if (chosen !== 'depth') setInterval(chosen);
            }}
            items={[...INTERVALS.map((id) => ({ id, label: id })), { id: 'depth' as const, label: t('chart.depth') }]}
          />
        </div>
        {!small && !depth && shape !== 'table' && (
          <IconButton
            className={styles.draw}
            label={t('chart.draw')}
            aria-pressed={drawing}
            icon={<Pencil />}
            onClick={() => setDrawing(!drawing)}
          />
        )}
        <IconButton
          label={t('chart.indicators')}
          icon={<SlidersHorizontal />}
          onClick={() => {
            setOpened(true);
            setChoosing(true);
          }}
        />
        {full ? (
          <IconButton label={t('chart.leaveFull')} icon={<X />} data-leave="" onClick={leave} />
        ) : (
          <IconButton label={t('chart.full')} icon={<Corners />} onClick={enter} />
        )}
        {onFold && !full && (
          <IconButton className={styles.fold} label={t('chart.hide')} icon={<ChevronDown />} onClick={onFold} />
        )}
      </div>
      <div className={styles.frame}>
        {depth ? (
          <DepthChart props={{ instrument }} waiting={<Skeleton height="100%" />} />
        ) : shape === 'table' ? (
          <BarTable props={{ symbol, tick, interval }} waiting={<Skeleton height="100%" />} />
        ) : (
          <CandleChart
            props={{
              ...{ symbol, tick, lot, interval, shape, main, sub, trades },
              compact: small,
              drawing: drawing && !small,
            }}
            waiting={<Skeleton height="100%" />}
          />
        )}
      </div>
      {opened && <IndicatorSheet props={{ open: choosing, compact: small, onClose: () => setChoosing(false) }} />}
    </section>
  );
}

const Corners = () => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    strokeWidth="2"
    aria-hidden="true"
    className={styles.icon}
  >
    <path d="M8 3H5a2 2 0 0 0-2 2v3M16 3h3a2 2 0 0 1 2 2v3M8 21H5a2 2 0 0 1-2-2v-3M16 21h3a2 2 0 0 0 2-2v-3" />
  </svg>
);
