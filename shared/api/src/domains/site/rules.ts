/** What an operator can pause. */
export const SERVICE_NAMES = [
  'deposit',
  'withdraw',
  'send',
  'convert',
  'quick_buy',
  'spot',
  'leverage',
  'options',
  'copy',
  'mining',
  'invest',
  'launchpad',
  'loans',
  'visa',
  'nft',
  'quiz',
  'chat',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

const AT_MOST = 20;
/** An https origin as a content policy names it: no wildcard, no path. */
const ORIGIN = /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

/** The origins that the web view shows in a frame, of a setting with addresses separated by commas or blanks. */
export const webViewsIn = (setting: string): string[] => {
  const origins = setting
    .split(/[\s,]+/)
    .flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []))
    .filter((origin) => ORIGIN.test(origin));
  return [...new Set(origins)].slice(0, AT_MOST);
};

/** Whether a setting is the address of map tiles: https, with {z}, {x} and {y} in its path. */
export const isTileAddress = (setting: string): boolean =>
  URL.canParse(setting) &&
  ORIGIN.test(new URL(setting).origin) &&
  ['{z}', '{x}', '{y}'].every((part) => setting.split(part).length === 2) &&
  !/[{}]/.test(new URL(setting).host);
