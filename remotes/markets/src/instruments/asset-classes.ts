import type { Instrument } from '@tessera/api/instruments';

export type AssetClass = Instrument['category'];

/** The asset classes in the order of their tabs. */
export const ASSET_CLASSES = [
  'crypto',
  'stocks',
  'futures',
  'intl_futures',
  'forex',
  'metals',
  'options',
] as const satisfies readonly AssetClass[];
