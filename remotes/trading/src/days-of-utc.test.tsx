// @vitest-environment jsdom
import { copytradingFixtures } from '@tessera/api/copytrading/fixtures';
import { optionsFixtures } from '@tessera/api/options/fixtures';
import { inZone, ZONES } from '@tessera/testing/zones';
import { act, renderHook, screen } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';

const FIRST = Date.UTC(2026, 10, 1);
const DAY = 86_400_000;

/** What the summary asks of a chart: its bars, which are all in sight. */
const chartOf = (at: readonly number[]) => ({
  getVisibleRange: () => ({ from: 0, to: at.length }),
  getDataList: () => at.map((timestamp) => ({ timestamp, open: 1, high: 2, low: 1, close: 2, volume: 1 })),
  subscribeAction: () => undefined,
  unsubscribeAction: () => undefined,
});

describe.each(ZONES)('in %s', (zone) => {
  const load = () =>
    inZone(zone, async () => {
      const remote = (await import('./remote.tsx')).default;
      const testing = await import('@tessera/testing');
      await testing.startScreens(remote, 'my-copies');
      await remote.pages.options?.();
      const [
        formats,
        { ChartSummary },
        { useDrawingCursor },
        { DayBars },
        { Statements },
        { default: Rules },
        money,
        texts,
      ] = await Promise.all([
        import('./chart/chart-formats.ts'),
        import('./chart/ChartSummary.tsx'),
        import('./chart/use-drawing-cursor.ts'),
        import('./copytrading/DayBars.tsx'),
        import('./copytrading/CopyLists.tsx'),
        import('./options/Rules.tsx'),
        import('@tessera/money'),
        import('@tessera/i18n'),
      ]);
      await texts.addTexts('trading/chart', (code) => import(`./chart/i18n/${code}.json`));
      return { testing, formats, ChartSummary, useDrawingCursor, DayBars, Statements, Rules, money };
    });
  let loaded: Awaited<ReturnType<typeof load>>;
  beforeAll(async () => {
    loaded = await load();
    loaded.testing.signIn();
    loaded.testing.fakeExchange({ ...copytradingFixtures, ...optionsFixtures });
  });

  test.each([
    ['1M', 'YYYY-MM', '11/2026'],
    ['1w', 'MM-DD', '11/01'],
    ['1d', 'YYYY-MM-DD', '11/01/2026'],
  ] as const)('chart-formats: a bar of %s is named by its day', (interval, template, text) => {
    const format = loaded.formats.chartFormatter('en', interval).formatDate;
    expect(format?.({ timestamp: FIRST, template } as never)).toBe(text);
  });

  test('ChartSummary: the range is said by its days', () => {
    const { ChartSummary, testing } = loaded;
    const chart = chartOf([FIRST, FIRST + 5 * DAY]) as never;
    vi.useFakeTimers();
    testing.showScreen(<ChartSummary id="summary" chart={chart} interval="1d" tick="0.01" drawn={chart} />);
    act(() => vi.runOnlyPendingTimers());
    vi.useRealTimers();
    expect(screen.getByRole('status').textContent).toMatch(/Nov 1, 2026.*Nov 6, 2026/);
  });

  test('use-drawing-cursor: the point of a drawing is said by the day of its bar', () => {
    const chart = { ...chartOf([FIRST, FIRST + DAY]), convertToPixel: () => [], executeAction: () => undefined };
    const drawings = { tool: 'segment', draw: () => undefined };
    const { result } = renderHook(() =>
      loaded.useDrawingCursor(chart as never, drawings as never, { tick: '0.01', interval: '1d' }),
    );
    act(() => void result.current.press('ArrowLeft'));
    expect(result.current.text).toContain('Nov 2, 2026');
  });

  test('DayBars: results are said by their day', () => {
    const { DayBars, testing, money } = loaded;
    testing.showScreen(<DayBars days={[{ day: money.utcDayOf(FIRST), profit: '5' }]} />);
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('Nov 1, 2026');
  });

  test('CopyLists: a statement names the Monday of its week', async () => {
    const { Statements, testing } = loaded;
    testing.showScreen(<Statements />);
    expect(await screen.findByText(/Nov 9, 2026/)).toBeTruthy();
  });

  test('Rules: what the house paid stands beside its day', async () => {
    const { Rules, testing } = loaded;
    testing.showScreen(<Rules open onClose={() => undefined} />);
    expect(await screen.findByText('Nov 20, 2026')).toBeTruthy();
  });
});
