const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size of a file as people read it: `1.4 MB`. */
export function sizeOf(bytes: number, locale: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = UNITS[step] ?? 'byte';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / 1000 ** step);
}
