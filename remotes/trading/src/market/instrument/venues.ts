import type { Instrument } from '@tessera/api/instruments';

/** How venues write their names where a capital letter is not enough. */
const NAMES: Readonly<Record<string, string>> = {
  okx: 'OKX',
  mexc: 'MEXC',
  htx: 'HTX',
  pyth: 'Pyth',
  gateio: 'Gate.io',
};

const nameOf = (id: string): string => NAMES[id] ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

/** Names of the venues that an instrument's price comes from; null where it is simulated or none is named. */
export function venuesOf({ source }: Pick<Instrument, 'source'>, locale: string): string | null {
  // Former versions of the backend do not send it.
  const ids = (source ?? '').split(',').map((id) => id.trim());
  const names = ids.filter((id) => id !== '' && id !== 'simulated').map(nameOf);
  return names.length > 0 ? new Intl.ListFormat(locale, { type: 'unit' }).format(names) : null;
}
