/** Zones change their offset at whole quarters of an hour. */
const QUARTER = 15 * 60_000;
const MINUTE = 60_000;
const SECOND = 1_000;
const DAY = 86_400_000;
/** Offsets and dates that are kept; more than a century of days is never asked for. */
const MOST_KEPT = 50_000;

const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
const two = (value: number): string => TWO_DIGITS[value] ?? '';

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

/** A zone that this runtime knows, by its IANA name or offset; UTC in place of any other. */
export function knownZone(zone: string): string {
  // What browsers state where the device has none; some runtimes take it for a zone.
  if (zone === 'Etc/Unknown') return 'UTC';
  try {
    partsIn(zone);
    return zone;
  } catch {
    return 'UTC';
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
  const days = new Map<number, string>();

  /** ms that the zone is ahead of UTC in the quarter of an hour that begins then. */
  function offsetOf(start: number): number {
    const known = offsets.get(start);
    if (known !== undefined) return known;
    const part = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - start;
    if (offsets.size >= MOST_KEPT) offsets.clear();
    offsets.set(start, offset);
    return offset;
  }

  /** ms that the zone is ahead of UTC. A day of UTC that begins and ends with one offset has no other. */
  function offsetAt(at: number): number {
    const day = Math.floor(at / DAY) * DAY;
    const first = offsetOf(day);
    return first === offsetOf(day + DAY) ? first : offsetOf(Math.floor(at / QUARTER) * QUARTER);
  }

  function dateOf(day: number): string {
    const known = days.get(day);
    if (known !== undefined) return known;
    const made = new Date(day * DAY).toISOString().slice(0, 10);
    if (days.size >= MOST_KEPT) days.clear();
    days.set(day, made);
    return made;
  }

  const local = (at: number): string => new Date(at + offsetAt(at)).toISOString().slice(0, -1);
  return {
    date(at) {
      const there = at + offsetAt(at);
      const day = Math.floor(there / DAY);
      const second = Math.floor((there - day * DAY) / SECOND);
      return `${dateOf(day)} ${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
    },
    iso(at) {
      const minutes = offsetAt(at) / MINUTE;
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
      return `${local(at)}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
    },
  };
}
