import { useTexts } from '@tessera/i18n';
import { DECIDED } from '@tessera/ui';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './Gestures.module.css';

export type PullToRefreshProps = {
  /** Reads again; resolves when the new rows are there. */
  readonly refresh: () => unknown;
  /** Without one where the screen has a button of its own. */
  readonly button?: boolean | undefined;
};

/** px that the mark follows the finger, and from which on letting go refreshes. */
const FARTHEST = 72;
const ENOUGH = 52;
/** The mark comes slower than the finger. */
const PART = 0.45;

/** Whether a pull at this place means something else: a sheet, a chart, a field, what is scrolled itself. */
function isTaken(target: EventTarget | null): boolean {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at.matches('dialog, canvas, input, textarea, [data-swipe="own"]')) return true;
    if (at !== document.documentElement && at.scrollTop > 0) return true;
  }
  return false;
}

/**
 * A pull at the upper end of the page reads again. The browser's own pull is off (`overscroll-behavior`), and nothing
 * keeps it from scrolling. With a keyboard or a screen reader a button does the same.
 */
export function PullToRefresh({ refresh, button = true }: PullToRefreshProps) {
  const t = useTexts('common');
  const [busy, setBusy] = useState(false);
  const mark = useRef<HTMLDivElement>(null);

  const run = useEffectEvent(async () => {
    if (busy) return;
    setBusy(true);
    try {
      await refresh();
    } finally {
      setBusy(false);
    }
  });

  useEffect(() => {
    let start: { readonly x: number; readonly y: number } | null = null;
    let distance = 0;
    const show = (next: number) => {
      distance = next;
      mark.current?.style.setProperty('--pulled', String(next / FARTHEST));
    };
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      const own = touch && touches.length === 1 && window.scrollY <= 0 && !isTaken(target);
      start = own ? { x: touch.clientX, y: touch.clientY } : null;
    };
    const move = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      if (!start || !touch) return;
      const [down, aside] = [touch.clientY - start.y, Math.abs(touch.clientX - start.x)];
      if (distance === 0 && (down < 0 || aside > Math.max(DECIDED, down))) {
        start = null;
        return;
      }
      if (down > DECIDED) show(Math.min(FARTHEST, (down - DECIDED) * PART));
    };
    const end = () => {
      if (start && distance >= ENOUGH) void run();
      start = null;
      show(0);
    };
    const cancel = () => {
      start = null;
      show(0);
    };
    const passive = { passive: true } as const;
    document.addEventListener('touchstart', begin, passive);
    document.addEventListener('touchmove', move, passive);
    document.addEventListener('touchend', end, passive);
    document.addEventListener('touchcancel', cancel, passive);
    return () => {
      document.removeEventListener('touchstart', begin);
      document.removeEventListener('touchmove', move);
      document.removeEventListener('touchend', end);
      document.removeEventListener('touchcancel', cancel);
    };
  }, []);

  return (
    <>
      {button && (
        <button type="button" className={styles.refresh} aria-busy={busy || undefined} onClick={() => void run()}>
          {t('ui.refresh')}
        </button>
      )}
      <div ref={mark} className={styles.mark} data-busy={busy || undefined} aria-hidden="true">
        <RefreshCw />
      </div>
    </>
  );
}
