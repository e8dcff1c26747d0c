import { useEffect } from 'react';

/** Input by which a member shows to be there; a page that only polls is idle. */
const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const;

type IdleEnd = {
  /** ms without input after which `end` is called. */
  readonly after: number;
  /** Unix ms. */
  readonly now: () => number;
  readonly end: () => void;
};

/** Ends the session of a page without use: its polling would keep the session alive. */
export function useIdleEnd({ after, now, end }: IdleEnd): void {
  useEffect(() => {
    let usedAt = now();
    let timer: ReturnType<typeof setTimeout>;
    const check = () => {
      clearTimeout(timer);
      const left = usedAt + after - now();
      if (left <= 0) end();
      else timer = setTimeout(check, left);
    };
    const onSign = () => {
      // A page that slept past its end must not wake by the first touch.
      if (now() - usedAt < after) usedAt = now();
      else check();
    };
    check();
    for (const sign of SIGNS) window.addEventListener(sign, onSign, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, onSign, { capture: true });
    };
  }, [after, now, end]);
}
