import type { Instrument } from '@tessera/api/instruments';
import { type ScreenUrl, screenUrl } from '@tessera/router';

/** Where a tap on an instrument leads: coins to the spot page, everything else to the pair's own. */
export const tradePath = ({ symbol, trades }: Pick<Instrument, 'symbol' | 'trades'>): ScreenUrl =>
  trades.includes('spot')
    ? screenUrl('/pages/transaction/index', { symbol })
    : screenUrl('/pages/transaction/currency', { symbol });

/** The same in the list of options. */
export const optionPath = ({ symbol }: Pick<Instrument, 'symbol'>): ScreenUrl =>
  screenUrl('/pages/transaction/index3', { symbol });

/** Where a tap leads that has room beside the list: to the chart. */
export const chartPath = ({ symbol }: Pick<Instrument, 'symbol'>): ScreenUrl =>
  screenUrl('/pages/transaction/currency', { symbol });
