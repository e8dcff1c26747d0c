/*
 * What the browser, the device and their storage tell the page, each subject in one file. None of it is believed: every
 * reading has a value for a browser that lacks it, refuses it, or states something else. Lint refuses other readings.
 */
export { type Area, deviceArea, visitArea } from './area.ts';
export { copyText } from './clipboard.ts';
export { deviceCookies } from './cookies.ts';
export { cryptography, openDatabase, subtleCrypto } from './crypto.ts';
export { charactersIn, deviceRegion, namesIn, orderIn, regionOfTag } from './locale.ts';
export { matchesMedia, watchMedia } from './media.ts';
export { isOnline, sendBeacon } from './network.ts';
export { askForNotifications, notificationPermission } from './notifications.ts';
export { canLocate, devicePosition, isApplePhone, isStandalone, lockLandscape, vibrate } from './phone.ts';
export { randomBytes, randomId, randomUuid } from './random.ts';
export { canShare, share } from './share.ts';
export { deviceTimeZone } from './time-zone.ts';
export { deleteCaches, serviceWorkers, workerOf } from './worker.ts';
