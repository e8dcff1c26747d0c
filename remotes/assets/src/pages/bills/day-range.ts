/** A day as a date field holds it, `2026-11-20`; '' for none. */
type Day = string;

export type DayRange = { readonly from: Day; readonly to: Day };

const two = (value: number) => String(value).padStart(2, '0');

/** The day that a time, Unix ms, falls into where the user is. */
export function dayOf(time: number): Day {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Unix ms of the midnight that a day begins with where the user is, `after` days later. */
function midnight(day: Day, after = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after).getTime();
}

/** First and last ms of the days, in the user's time zone; what is not chosen is left out. */
export const timesOf = ({ from, to }: DayRange): { readonly from?: number; readonly to?: number } => ({
  ...(from !== '' && { from: midnight(from) }),
  ...(to !== '' && { to: midnight(to, 1) - 1 }),
});

export const isReversed = ({ from, to }: DayRange): boolean => from !== '' && to !== '' && from > to;
