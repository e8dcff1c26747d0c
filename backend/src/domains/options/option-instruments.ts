import type { CatalogueSnapshot, Instrument } from '../../platform/catalogue/catalogue.ts';

/** Instruments with options. */
export const optionInstruments = ({ instruments }: CatalogueSnapshot): readonly Instrument[] =>
  instruments.filter(({ trades }) => trades.includes('micro'));
