import type { Page } from '@playwright/test';

/** One interaction: ms from the input to the frame that follows it, as the browser measures it for INP. */
export type Interaction = { readonly id: number; readonly type: string; readonly at: number; readonly took: number };

declare global {
  interface Window {
    interactions: Interaction[];
  }
}

/** Runs in the page before its scripts. What takes less than 16 ms the browser does not report. */
export function watchInteractions(): void {
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const {
        interactionId = 0,
        duration,
        startTime,
        name,
      } = entry as PerformanceEventTiming & {
        interactionId?: number;
      };
      if (interactionId) window.interactions.push({ id: interactionId, type: name, at: startTime, took: duration });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** The longest interaction of what was done; 0 if none took 16 ms. */
export async function worstOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  const from = await page.evaluate(() => performance.now());
  await act();
  // Events are reported with the frame after them, the last of them a moment later.
  await page.waitForTimeout(600);
  return page.evaluate(
    (start) => Math.max(0, ...window.interactions.filter(({ at }) => at >= start).map(({ took }) => took)),
    from,
  );
}
