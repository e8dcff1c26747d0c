import { subscribePush, unsubscribePush } from '@tessera/api/messages';
import {
  askForNotifications,
  isApplePhone,
  isStandalone,
  matchesMedia,
  notificationPermission,
  workerOf,
} from '@tessera/device';

/**
 * `install`: iPhones and iPads show notifications of apps on the Home Screen only. `off` may be turned on; where the browser
 * has not asked its user yet, it asks then.
 */
export type DeviceState = 'on' | 'off' | 'denied' | 'install' | 'unsupported';

const SCOPE = '/h5/';

const isInstalled = (): boolean => isStandalone() || matchesMedia('(display-mode: standalone)');

export async function deviceState(): Promise<DeviceState> {
  if (isApplePhone() && !isInstalled()) return 'install';
  const permission = notificationPermission();
  if (permission === 'unsupported' || permission === 'denied') return permission;
  const registration = await workerOf(SCOPE);
  if (!registration) return 'unsupported';
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Tells the server where to send; again after each log-in, because a device ends with its session. */
async function tellServer(subscription: PushSubscription): Promise<void> {
  const { keys } = subscription.toJSON();
  await subscribePush({ endpoint: subscription.endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
}

/** Asks the user where the browser has not, and subscribes. `key` is the server's. Resolves with the new state. */
export async function turnOn(key: string): Promise<DeviceState> {
  if (!(await askForNotifications())) return deviceState();
  const registration = await workerOf(SCOPE);
  if (!registration) return 'unsupported';
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const former = await registration.pushManager.getSubscription();
  // One that was made for another key is of no use.
  await former?.unsubscribe();
  await tellServer(await registration.pushManager.subscribe(options));
  return 'on';
}

export async function turnOff(): Promise<DeviceState> {
  const subscription = await (await workerOf(SCOPE))?.pushManager.getSubscription();
  if (subscription) {
    await unsubscribePush({ endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  return deviceState();
}

/** Tells the server of a subscription that it may have forgotten. */
export async function refreshDevice(): Promise<void> {
  const subscription = await (await workerOf(SCOPE))?.pushManager.getSubscription();
  if (subscription) await tellServer(subscription);
}
