// @vitest-environment jsdom
import { messagesFixtures, preferences } from '@tessera/api/messages/fixtures';
import { type ExchangeRequest, showScreen, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import NotificationsPage from './NotificationsPage.tsx';

const PREFERENCES = 'GET /mailMessage/preferences';
const SUBSCRIBE = 'POST /mailMessage/push/subscribe';
const UNSUBSCRIBE = 'POST /mailMessage/push/unsubscribe';

let changed: Record<string, boolean>;
beforeEach(() => {
  changed = {};
});
const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => ({
    ...messagesFixtures,
    [PREFERENCES]: () => preferences(changed),
    'POST /mailMessage/preferences': ({ form }: ExchangeRequest) => {
      changed[`${form.get('topic')}.${form.get('channel')}`] = form.get('on') === 'true';
      return {};
    },
  }),
});
beforeAll(async () => {
  await remote.pages.notifications?.();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser with these abilities; what it has subscribed is in `subscribed`. */
function browser({ permission = 'default', answer = 'granted', registered = true, subscribed = false } = {}) {
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    toJSON: () => ({ keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
    unsubscribe: vi.fn(async () => {
      current = null;
      return true;
    }),
  };
  let current: typeof subscription | null = subscribed ? subscription : null;
  const subscribe = vi.fn(async (_options: object) => {
    current = subscription;
    return subscription;
  });
  const registration = { pushManager: { subscribe, getSubscription: async () => current } };
  const notification = { permission, requestPermission: async () => answer };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140',
    maxTouchPoints: 5,
    onLine: true,
    serviceWorker: { getRegistration: async () => (registered ? registration : undefined) },
  });
  return { subscription, subscribe, notification };
}
const open = () => showScreen(<NotificationsPage />, '/pages/mailMessage/settings');
const topic = (name: string) => within(screen.getByRole('region', { name }));

test('a topic is switched off on one channel, and what guards the account cannot be', async () => {
  browser();
  const { user } = open();
  const mail = await screen.findByRole('region', { name: 'Loans' });
  await user.click(within(mail).getByRole('switch', { name: /E-mail/ }));
  await waitFor(() => expect(topic('Loans').getByRole('switch', { name: /E-mail/ })).toHaveProperty('checked', false));
  expect(topic('Loans').getByRole('switch', { name: 'In the app' })).toHaveProperty('checked', true);
  for (const name of [/In the app/, /E-mail/])
    expect(topic('Security and withdrawals').getByRole('switch', { name })).toMatchObject({
      disabled: true,
      checked: true,
    });
  expect(topic('Chat room').queryByRole('switch', { name: /E-mail/ })).toBeNull();
});

test('notifications are turned on by the key of the server and off again', async () => {
  const { subscribe, subscription } = browser();
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('Notifications are on')).toBeDefined();
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: preferences().push.key,
  });
  expect(exchange.of(SUBSCRIBE).map(({ form }) => form.get('endpoint'))).toEqual([subscription.endpoint]);
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Notifications are off')).toBeDefined();
  expect(exchange.of(UNSUBSCRIBE).map(({ form }) => form.get('endpoint'))).toEqual([subscription.endpoint]);
  expect(subscription.unsubscribe).toHaveBeenCalled();
});

test('a device that is subscribed tells the server again, which may have forgotten it', async () => {
  browser({ permission: 'granted', subscribed: true });
  open();
  expect(await screen.findByText('Notifications are on')).toBeDefined();
  await waitFor(() => expect(exchange.of(SUBSCRIBE)).toHaveLength(1));
});

test('a user who refuses is told where to allow it', async () => {
  const { notification } = browser({ answer: 'denied' });
  const { user } = open();
  const button = await screen.findByRole('button', { name: 'Turn on' });
  notification.permission = 'denied';
  await user.click(button);
  expect(await screen.findByText('Notifications are blocked')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
  expect(exchange.of(SUBSCRIBE)).toEqual([]);
});

test('without a worker, or on an iPhone outside of the Home Screen, there is no button', async () => {
  browser({ registered: false });
  open();
  expect(await screen.findByText('Not available in this browser')).toBeDefined();
  cleanup();
  browser();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', onLine: true });
  open();
  expect(await screen.findByText('Add the app to the Home Screen first')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
});

test('a push service that cannot be reached leaves notifications off', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { subscribe } = browser();
  subscribe.mockRejectedValueOnce(new DOMException('Registration failed', 'AbortError'));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(warned).toHaveBeenCalled());
  expect(screen.getByText('Notifications are off')).toBeDefined();
  expect(exchange.of(SUBSCRIBE)).toEqual([]);
});
