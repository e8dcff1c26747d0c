import { alongLine, DECIDED, EDGE, fromLineStart, isMotionReduced, takesSideways } from '@tessera/ui';

/** How far a touch has to come: a third of the width. */
const PART = 1 / 3;

export type EdgeSwipe = {
  canGoBack(): boolean;
  back(): void;
};

/** A swipe from the edge at which lines begin goes back; the screen follows the finger unless the user wants less motion. */
export function followEdgeSwipe(element: HTMLElement, { canGoBack, back }: EdgeSwipe): () => void {
  let start: { readonly x: number; readonly y: number } | null = null;
  let following = false;

  const move = (distance: number | null) => {
    const screen = element.querySelector<HTMLElement>('[data-shown]');
    if (distance === null) screen?.style.removeProperty('translate');
    else if (!isMotionReduced())
      screen?.style.setProperty('translate', `${alongLine(element) * Math.max(0, distance)}px`);
  };
  const cancel = () => {
    start = null;
    following = false;
    move(null);
  };
  const begin = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch || event.touches.length > 1) return cancel();
    if (fromLineStart(element, touch.clientX) > EDGE || !canGoBack()) return;
    if (takesSideways(event.target, element)) return;
    start = { x: touch.clientX, y: touch.clientY };
  };
  const drag = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!start || !touch) return;
    const [inwards, down] = [alongLine(element) * (touch.clientX - start.x), Math.abs(touch.clientY - start.y)];
    if (!following && Math.max(inwards, down) < DECIDED) return;
    if (!following && down >= inwards) return cancel();
    following = true;
    // Else the browser scrolls, or goes back on its own besides.
    if (event.cancelable) event.preventDefault();
    move(inwards);
  };
  const end = (event: TouchEvent) => {
    const [touch] = event.changedTouches;
    const inwards = start && touch ? alongLine(element) * (touch.clientX - start.x) : 0;
    const far = following && inwards > element.clientWidth * PART;
    cancel();
    if (far) back();
  };
  element.addEventListener('touchstart', begin, { passive: true });
  element.addEventListener('touchmove', drag, { passive: false });
  element.addEventListener('touchend', end);
  element.addEventListener('touchcancel', cancel);
  return () => {
    element.removeEventListener('touchstart', begin);
    element.removeEventListener('touchmove', drag);
    element.removeEventListener('touchend', end);
    element.removeEventListener('touchcancel', cancel);
  };
}
