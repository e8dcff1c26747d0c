import type { Chart } from 'klinecharts';

/** What klinecharts 10.0.2 keeps of a touch, and has no public option for. */
type Touches = {
  _options: { treatVertDragAsPageScroll: () => boolean };
  readonly _longTapActive: boolean;
};

/** The version is pinned; another one that keeps it elsewhere leaves the chart as it came. */
const touchesOf = (chart: Chart): Touches | undefined =>
  (chart as unknown as { readonly _chartEvent?: { readonly _event?: Touches } })._chartEvent?._event;

/**
 * Leaves vertical swipes to the page, except while the crosshair is held, and where `claims` says so. The chart claims
 * them all by itself, and a page with a chart on top of it then cannot be scrolled by touch.
 */
export function leaveSwipesToThePage(chart: Chart, claims: () => boolean): void {
  const touches = touchesOf(chart);
  if (touches?._options) touches._options.treatVertDragAsPageScroll = () => !touches._longTapActive && !claims();
}
