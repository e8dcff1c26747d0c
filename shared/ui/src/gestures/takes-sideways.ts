/** px from the left edge that belong to the shell's swipe back. */
export const EDGE = 24;
/** px after which a touch has shown its direction. */
export const DECIDED = 10;

/** Whether something under the finger takes sideways touches itself: a chart, a slider, a list that scrolls sideways. */
export function takesSideways(target: EventTarget | null, within: Element): boolean {
  for (let at = target instanceof Element ? target : null; at && at !== within; at = at.parentElement) {
    if (at.matches('canvas, input, dialog, [data-swipe="own"]')) return true;
    const { overflowX } = getComputedStyle(at);
    if (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth) return true;
  }
  return false;
}

/** Sign of a distance along the line: -1 where it runs from right to left. */
export const alongLine = (element: Element): 1 | -1 => (getComputedStyle(element).direction === 'rtl' ? -1 : 1);

/** px from the edge of an element at which its lines begin. */
export function fromLineStart(element: Element, clientX: number): number {
  const { left, right } = element.getBoundingClientRect();
  return alongLine(element) === 1 ? clientX - left : right - clientX;
}
