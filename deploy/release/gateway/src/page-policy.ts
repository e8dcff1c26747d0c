import { OWN_FILES_TRUSTED_TYPES } from './trusted-types.ts';

/** What pages of this origin may ask of a device: passkeys, the clipboard to copy, full screen, its position; no other feature. */
const ALLOWED = [
  'clipboard-write',
  'fullscreen',
  'geolocation',
  'publickey-credentials-create',
  'publickey-credentials-get',
] as const;
const DENIED = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
] as const;

/** Value of `Permissions-Policy` on every page (https://www.w3.org/TR/permissions-policy/). */
export const PERMISSIONS_POLICY = [
  ...ALLOWED.map((feature) => `${feature}=(self)`),
  ...DENIED.map((feature) => `${feature}=()`),
].join(', ');

/** Headers that helmet sets on every page, for the worker that answers in the gateway's place. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Content policy of a page that runs only its own files: the staff page and the gallery. */
export const OWN_FILES_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Private pictures of users and agents are fetched with the session and shown from memory.
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  ...OWN_FILES_TRUSTED_TYPES,
].join('; ');
