import { ask } from './ask.ts';

/** What the user allows; `unsupported` where the browser shows no notifications of pages. */
export const notificationPermission = (): NotificationPermission | 'unsupported' =>
  ask(() => ('PushManager' in globalThis ? Notification.permission : 'unsupported'), 'unsupported');

/** Asks the user, where the browser has not. */
export async function askForNotifications(): Promise<boolean> {
  try {
    return (await Notification.requestPermission()) === 'granted';
  } catch {
    return false;
  }
}
