import { useEffect, useState } from 'react';
import { useServices } from './services.ts';

/** Current time in Unix ms, updated every second. */
export function useNow(): number {
  const { now } = useServices();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1_000);
    return () => clearInterval(timer);
  }, [now]);
  return time;
}
