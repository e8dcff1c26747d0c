/** Zones change their offset at whole quarters of an hour. */
const QUARTER = 15 * 60_000;
const MINUTE = 60_000;
/** Offsets that are kept; more than a century of changes is never asked for. */
const MOST_KEPT = 50_000;

/** Throws RangeError for a zone that is not known. */
const partsIn = (zone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

/** Whether this runtime knows a time zone, by its IANA name. */
export function isTimeZone(zone: string): boolean {
  try {
    partsIn(zone);
    return true;
  } catch {
    return false;
  }
}

export type ZonedTime = {
  /** `2026-11-20 16:00:00` */
  readonly date: (at: number) => string;
  /** `2026-11-20T16:00:00.000+01:00`: ISO 8601 with the offset of that time. */
  readonly iso: (at: number) => string;
};

/** Writes Unix ms in a time zone, with its daylight saving time. */
export function zonedTime(zone: string): ZonedTime {
  const format = partsIn(zone);
  const offsets = new Map<number, number>();

  /** ms that the zone is ahead of UTC. */
  function offsetAt(at: number): number {
    const quarter = Math.floor(at / QUARTER);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const start = quarter * QUARTER;
    const part = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - start;
    if (offsets.size >= MOST_KEPT) offsets.clear();
    offsets.set(quarter, offset);
    return offset;
  }

  const local = (at: number): string => new Date(at + offsetAt(at)).toISOString().slice(0, -1);
  return {
    date: (at) => local(at).slice(0, 19).replace('T', ' '),
    iso(at) {
      const minutes = offsetAt(at) / MINUTE;
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
      const two = (value: number) => String(value).padStart(2, '0');
      return `${local(at)}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
    },
  };
}
