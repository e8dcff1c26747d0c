import type { Page } from '@playwright/test';

/**
 * Runs in the page: what becomes of a screen within 90 s; an alert that was there before says nothing. `whole` and
 * `partly` (it says that something is missing, and what to do) are screens, `failed` and `notice` stand in place of one.
 * Everything else says what is wrong.
 */
export async function outcome(): Promise<string> {
  const before = Reflect.get(window, 'lastAlert') as Element | undefined;
  const speaks = (element: Element | null | undefined) =>
    element !== before && element?.querySelector('button') && (element.textContent ?? '').trim().length > 30;
  let state = '';
  let calm = 0;
  for (const end = performance.now() + 90_000; performance.now() < end; ) {
    // Not each frame: to ask for all of them has the processor draw all of them.
    await new Promise((resolve) => setTimeout(resolve, 40));
    if ([...document.querySelectorAll('#start-failed:not([hidden]), #start-notice')].some(speaks)) return 'notice';
    const shown = document.querySelector('[data-shown]');
    const alert = shown?.querySelector('[role=alert]');
    if (speaks(alert)) {
      Reflect.set(window, 'lastAlert', alert);
      return shown?.hasAttribute('data-at') ? 'partly' : 'failed';
    }
    // Some addresses lead on to the screen that has taken their place.
    if (shown?.getAttribute('data-at') !== location.hash.slice(1)) state = 'the screen does not come';
    else if (!shown.querySelector('h1')) state = 'it has no title';
    else if (shown.querySelector('[data-skeleton]')) state = 'a skeleton stays';
    else if (document.querySelector('[role=progressbar][aria-label="Loading"]')) state = 'it goes on loading';
    else state = '';
    calm = state === '' ? calm + 1 : 0;
    if (calm > 2) return 'whole';
  }
  return state;
}

/** Opens a screen as a link in the page does. */
export async function open(page: Page, address: string): Promise<string> {
  await page.evaluate((to) => {
    location.hash = to;
  }, address);
  return page.evaluate(outcome);
}
