import { div, formatRate } from '@tessera/money';

/** Whole percents of chips and sliders: `25` is `25%`. */
export const shareText = (percent: number, locale: string): string =>
  formatRate(div(String(percent), '100'), locale, 0);
