import { useLocale } from '@tessera/ui';

/** ms in words: minutes, from an hour on hours. */
export function useMinutes(): (ms: number) => string {
  const locale = useLocale();
  return (ms) => {
    const minutes = Math.max(1, Math.round(ms / 60_000));
    const unit = minutes < 60 ? 'minute' : 'hour';
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
    return format.format(unit === 'minute' ? minutes : Math.round(minutes / 60));
  };
}
