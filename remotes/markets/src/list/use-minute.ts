import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

const minuteOf = (now: number) => now - (now % MINUTE_MS);

/** Unix ms at the start of the minute; what is written in minutes is written again when the next one begins. */
export function useMinute(now: () => number = Date.now): number {
  const [minute, setMinute] = useState(() => minuteOf(now()));
  useEffect(() => {
    const timer = setTimeout(() => setMinute(minuteOf(now())), MINUTE_MS - (now() % MINUTE_MS));
    return () => clearTimeout(timer);
  });
  return minute;
}
