import type { Chart } from 'klinecharts';

/** What klinecharts 10.0.2 keeps of a touch, and has no public option for. */
type Touches = {
  readonly _options: { treatVertDragAsPageScroll: () => boolean };
  readonly _longTapActive: boolean;
  /** What goes on scrolling after a flick. */
  readonly _flingScrollAnimation: { cancel(): void } | null;
  _touchEndHandler(event: TouchEvent): void;
};

/** The version is pinned; another one that keeps it elsewhere leaves the chart as it came. */
const touchesOf = (chart: Chart): Touches | undefined =>
  (chart as unknown as { readonly _chartEvent?: { readonly _event?: Touches } })._chartEvent?._event;

/** Ends the scrolling that goes on after a flick: it would move the chart away from where it is sent. */
export const endFlick = (chart: Chart): void => touchesOf(chart)?._flingScrollAnimation?.cancel();

/**
 * Leaves vertical swipes to the page, except while the crosshair is held, and where `claims` says so. The chart claims
 * them all by itself, and a page with a chart on top of it then cannot be scrolled by touch. Returns a function that
 * stops listening.
 */
export function leaveSwipesToThePage(chart: Chart, host: HTMLElement, claims: () => boolean): () => void {
  const touches = touchesOf(chart);
  if (!touches) return () => {};
  touches._options.treatVertDragAsPageScroll = () => !touches._longTapActive && !claims();
  // The chart's own element forbids it, and ends the chain of scrolling; its host, whose style depends on whether
  // something is drawn, decides.
  const own = host.firstElementChild;
  if (own instanceof HTMLElement) {
    Object.assign(own.style, { touchAction: 'pan-y', overscrollBehavior: 'auto', overflow: 'clip' });
    // The host takes the focus; a positive place in its order would come before the rest of the page.
    own.tabIndex = -1;
  }
  // A browser that scrolls the page cancels the touch. The chart would wait for its end, and take no other touch.
  const cancelled = (event: TouchEvent) => touches._touchEndHandler(event);
  host.addEventListener('touchcancel', cancelled);
  return () => host.removeEventListener('touchcancel', cancelled);
}
