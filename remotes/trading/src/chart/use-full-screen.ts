import { lockLandscape, matchesMedia, watchMedia } from '@tessera/device';
import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';

/** A phone on its side: too low for a page with a chart in it. */
const LYING = '(orientation: landscape) and (max-height: 30rem) and (pointer: coarse)';

const watchLying = (changed: () => void) => watchMedia(LYING, changed);
const isLying = () => matchesMedia(LYING);

/**
 * Takes the whole screen where the browser lets it; without that the chart fills the page. It is given back where the
 * user has left before the browser was done.
 */
async function takeScreen(isWanted: () => boolean): Promise<void> {
  await document.documentElement.requestFullscreen?.({ navigationUI: 'hide' });
  if (!isWanted()) return leaveScreen();
  await lockLandscape();
}

async function leaveScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
}

export type FullScreen = {
  readonly full: boolean;
  enter(): void;
  leave(): void;
};

/**
 * Shows an element above everything else on the page. With `turns`, a phone that is laid on its side does so by itself;
 * a person who leaves it then stays on the page until the phone is turned again.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>, turns: boolean): FullScreen {
  const lying = useSyncExternalStore(turns ? watchLying : () => () => {}, () => turns && isLying());
  // What was chosen holds for the way the phone was held.
  const [asked, ask] = useState<{ readonly full: boolean; readonly lying: boolean } | null>(null);
  const full = asked?.lying === lying ? asked.full : lying;
  const entered = useRef(false);

  const enter = () => {
    ask({ full: true, lying });
    entered.current = true;
    takeScreen(() => entered.current).catch(() => undefined);
  };
  // As last rendered: a lock of the orientation that ends meanwhile would leave behind what nothing takes back.
  const stay = () => ask(lying ? { full: false, lying } : null);
  const leave = () => {
    stay();
    leaveScreen().catch(() => undefined);
  };
  const onEscape = useEffectEvent(leave);
  const onScreenLeft = useEffectEvent(stay);

  useEffect(() => {
    const { current } = element;
    if (!full || !current) return;
    const opener = document.activeElement;
    current.setAttribute('popover', 'manual');
    current.showPopover?.();
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) onEscape();
    };
    // What is behind it takes no focus; dialogs lie above it.
    const focus = ({ target }: FocusEvent) => {
      if (target instanceof Element && !current.contains(target) && !target.closest('dialog'))
        current.querySelector<HTMLElement>('[data-leave]')?.focus();
    };
    const screenChanged = () => {
      if (document.fullscreenElement) {
        // The page that fills the screen lies above what was shown before it.
        current.hidePopover?.();
        current.showPopover?.();
        return;
      }
      // The event of an exit before may come late, when the phone has been turned since.
      if (entered.current) onScreenLeft();
    };
    document.addEventListener('keydown', key);
    document.addEventListener('focusin', focus);
    document.addEventListener('fullscreenchange', screenChanged);
    return () => {
      document.removeEventListener('keydown', key);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('fullscreenchange', screenChanged);
      entered.current = false;
      current.hidePopover?.();
      current.removeAttribute('popover');
      leaveScreen().catch(() => undefined);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [element, full]);

  return { full, enter, leave };
}
