import type { Instrument } from '@tessera/api/instruments';
import { ASSET_CLASSES } from '../../instruments/asset-classes.ts';
import { isIn, type Sector, sectorsAmong } from '../../instruments/sectors.ts';
import type { Sort } from '../../list/order.ts';
import type { Tab } from './use-listing.ts';

/** Orders that are asked for most, what was listed lately, and the map. */
export const VIEWS = ['list', 'gainers', 'losers', 'volume', 'new', 'heat'] as const;
export type View = (typeof VIEWS)[number];

const SORTS: Readonly<Record<View, Sort>> = {
  list: null,
  gainers: { key: 'change', descending: true },
  losers: { key: 'change', descending: false },
  volume: { key: 'volume', descending: true },
  new: null,
  heat: null,
};

export const TABS: readonly Tab[] = ['favourites', ...ASSET_CLASSES];
export const FIRST_TAB: Tab = 'crypto';
/** Classes whose instruments are in sectors. */
const SECTORED: ReadonlySet<Tab> = new Set(['crypto', 'stocks']);

/** What the user chose of the list. */
export type MarketChoice = {
  readonly sort: Sort;
  /** The map and the new listings are no orders of the list. */
  readonly place: 'heat' | 'new' | null;
  readonly sector: Sector | null;
  /** Of the favourites. */
  readonly group: string | null;
};

export const FIRST_CHOICE: MarketChoice = { sort: null, place: null, sector: null, group: null };

/** A view that was pressed: another place, or an order of the list. */
export const choosing = (view: View): Pick<MarketChoice, 'sort' | 'place'> => ({
  place: view === 'heat' || view === 'new' ? view : null,
  sort: SORTS[view],
});

/** The view that a choice belongs to; null for an order that is none of them. */
export const viewOf = ({ place, sort }: Pick<MarketChoice, 'sort' | 'place'>): View | null =>
  place ??
  (['list', 'gainers', 'losers', 'volume'] as const).find(
    (view) => SORTS[view]?.key === sort?.key && SORTS[view]?.descending === sort?.descending,
  ) ??
  null;

/** The chosen group of the favourites; null for all, and once it was removed elsewhere. */
export const groupIn = (
  tab: Tab,
  { place, group }: MarketChoice,
  groups: readonly { readonly id: string }[],
): string | null => (tab === 'favourites' && place !== 'new' && groups.some(({ id }) => id === group) ? group : null);

/** The sectors that a tab is divided into, and what is listed in the chosen one. */
export function inSector(
  tab: Tab,
  { place, sector }: MarketChoice,
  listed: readonly Instrument[] | undefined,
): { readonly sectors: readonly Sector[]; readonly chosen: Sector | null; readonly instruments: typeof listed } {
  const sectors = SECTORED.has(tab) && place !== 'new' ? sectorsAmong(listed ?? []) : [];
  const chosen = sector !== null && sectors.includes(sector) ? sector : null;
  return { sectors, chosen, instruments: chosen === null ? listed : listed?.filter((each) => isIn(chosen, each)) };
}
