import { type Alert, useAlerts } from '@tessera/api/alerts';
import type { Instrument } from '@tessera/api/instruments';
import { addTexts, useTexts } from '@tessera/i18n';
import { formatPrice } from '@tessera/money';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { useSession } from '@tessera/session';
import { useLocale } from '@tessera/ui';
import { lazyPart } from '@tessera/ui/lazy-part';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChartLine, ChartTrades } from './chart-line.ts';

/** The parts of alerts with their texts, which a chart without alerts does not load. */
async function part<Part>(load: () => Promise<Part>): Promise<Part> {
  const texts = addTexts('trading/alerts', (code) => import(`../alerts/i18n/${code}.json`));
  const loaded = await load();
  await texts;
  return loaded;
}

const AlertForm = lazyPart(() => part(() => import(/* webpackChunkName: "alert-form" */ '../alerts/AlertForm.tsx')));
const MoveAlert = lazyPart(() => part(() => import(/* webpackChunkName: "move-alert" */ './MoveAlert.tsx')));

type Drawn = { readonly trades: ChartTrades; readonly dialog: ReactNode };

const NONE: readonly Alert[] = [];
const lineId = (alert: Alert) => `alert ${alert.id}`;

/** The user's price alerts on a chart, beside what else is drawn there: set by a press, moved by their lines. */
export function useChartAlerts(instrument: Instrument, { trades, dialog }: Drawn): Drawn {
  const t = useTexts('trading');
  const locale = useLocale();
  const openScreen = useOpenScreen();
  const signedIn = useSession() !== null;
  const { symbol, tick } = instrument;
  const list = useAlerts({ symbol }).data?.list ?? NONE;
  const [pressed, setPressed] = useState<string | null>(null);
  const [moved, setMoved] = useState<{ readonly alert: Alert; readonly price: string } | null>(null);
  const withAlerts = useMemo((): ChartTrades => {
    const shown = list.filter(({ kind, status }) => kind === 'price' && status === 'active');
    const lines = shown.map((alert): ChartLine => {
      const label = t('chart.alert');
      const handle = t('lever.chart.handle', { line: `${label} ${formatPrice(alert.level, tick, locale)}` });
      return { id: lineId(alert), tone: 'neutral', dashed: true, price: alert.level, label, handle };
    });
    return {
      ...trades,
      lines: [...trades.lines, ...lines],
      asked: moved ? { id: lineId(moved.alert), price: moved.price } : trades.asked,
      onMove(move) {
        const alert = shown.find((each) => lineId(each) === move.id);
        if (alert) setMoved({ alert, price: move.price });
        else trades.onMove(move);
      },
      onAlert(price) {
        if (signedIn) setPressed(price);
        else openScreen(screenUrl('/pages/transaction/alerts', { symbol }));
      },
    };
  }, [trades, list, moved, signedIn, openScreen, symbol, tick, t, locale]);
  return {
    trades: withAlerts,
    dialog: (
      <>
        {dialog}
        {pressed !== null && (
          <AlertForm props={{ symbol, alert: null, price: pressed, onClose: () => setPressed(null) }} />
        )}
        {moved && <MoveAlert props={{ ...moved, instrument, onClose: () => setMoved(null) }} />}
      </>
    ),
  };
}
