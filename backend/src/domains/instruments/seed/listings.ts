import { cryptoListings } from './crypto.ts';
import { forexListings, metalListings } from './forex.ts';
import { commodityListings, indexListings } from './futures.ts';
import type { Listing } from './listing.ts';
import { stockListings } from './stocks.ts';

export type { Listing } from './listing.ts';

/** Everything that is listed from the start. The table `instrument` holds what staff made of it. */
export const seededInstruments: readonly Listing[] = [
  ...cryptoListings,
  ...stockListings,
  ...forexListings,
  ...metalListings,
  ...indexListings,
  ...commodityListings,
];
