import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { kept } from '../platform/kept.ts';
import { launchOptions } from '../platform/launch.ts';
import { ORIGIN } from '../platform/where.ts';

const { CHROMIUM_WINDOWS_PATH } = process.env;

// Chromium without windows keeps no notifications.
test.use({ serviceWorkers: 'allow', launchOptions: launchOptions(CHROMIUM_WINDOWS_PATH) });
test.skip(!CHROMIUM_WINDOWS_PATH, 'Chromium with windows is missing.');

/** The id under which the browser knows the page's worker. */
async function registrationOf(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ scopeURL }) => scopeURL.endsWith('/h5/'));
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return { devtools, registrationId: await found };
}

test('a notification is shown once for its message, and leads to its screen (skipped without Chromium with windows)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin: ORIGIN });
  await App.open(page, { language: 'en', theme: 'dark' });
  await kept(page);
  const { devtools, registrationId } = await registrationOf(context, page);
  const data = JSON.stringify({
    id: 'm1:2',
    tag: 'm1',
    title: 'A reply',
    body: 'Open the app to read it.',
    link: '/pages/kefu/index',
  });
  for (let time = 0; time < 2; time += 1)
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: ORIGIN, registrationId, data });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect.poll(shown).toEqual([{ title: 'A reply', body: 'Open the app to read it.', tag: 'm1' }]);
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    // Its tap; what a tap alone allows, such as focusing the window, is refused to an event of a script.
    const { NotificationEvent } = self as unknown as { NotificationEvent: new (type: string, init: object) => Event };
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
  await expect(page).toHaveURL(/#\/pages\/kefu\/index/);
  await expect.poll(shown).toEqual([]);
});
