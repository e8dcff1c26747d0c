import { DECIDED, EDGE, isMotionReduced, takesSideways } from '@tessera/ui';

/** How far a touch has to come: a third of the width. */
const PART = 1 / 3;

export type EdgeSwipe = {
  canGoBack(): boolean;
  back(): void;
};

/** A swipe from the left edge goes back; the screen follows the finger unless the user wants less motion. */
export function followEdgeSwipe(element: HTMLElement, { canGoBack, back }: EdgeSwipe): () => void {
  let start: { readonly x: number; readonly y: number } | null = null;
  let following = false;

  const move = (distance: number | null) => {
    const screen = element.querySelector<HTMLElement>('[data-shown]');
    if (distance === null) screen?.style.removeProperty('translate');
    else if (!isMotionReduced()) screen?.style.setProperty('translate', `${Math.max(0, distance)}px`);
  };
  const cancel = () => {
    start = null;
    following = false;
    move(null);
  };
  const begin = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch || event.touches.length > 1) return cancel();
    if (touch.clientX - element.getBoundingClientRect().left > EDGE || !canGoBack()) return;
    if (takesSideways(event.target, element)) return;
    start = { x: touch.clientX, y: touch.clientY };
  };
  const drag = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!start || !touch) return;
    const [right, down] = [touch.clientX - start.x, Math.abs(touch.clientY - start.y)];
    if (!following && Math.max(right, down) < DECIDED) return;
    if (!following && down >= right) return cancel();
    following = true;
    // Else the browser scrolls, or goes back on its own besides.
    if (event.cancelable) event.preventDefault();
    move(right);
  };
  const end = (event: TouchEvent) => {
    const [touch] = event.changedTouches;
    const far = start && touch && following && touch.clientX - start.x > element.clientWidth * PART;
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
