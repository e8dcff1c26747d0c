import { useNavigationType } from '@tessera/router';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** A new screen starts at its top; going back returns to where the person was. */
export function useScrollMemory(key: string | undefined): void {
  const positions = useRef(new Map<string, number>());
  const returning = useRef(false);
  returning.current = useNavigationType() === 'POP';

  useEffect(() => {
    if (!key) return;
    const remember = () => positions.current.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    if (key) window.scrollTo(0, returning.current ? (positions.current.get(key) ?? 0) : 0);
  }, [key]);
}
