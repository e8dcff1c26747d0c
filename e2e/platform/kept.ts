import { expect, type Page } from '@playwright/test';

/** Resolves when the worker controls the page and has kept it. */
export const kept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const response = await caches.match('/h5/manifest.json');
        return navigator.serviceWorker.controller !== null && response !== undefined;
      }),
    )
    .toBe(true);
