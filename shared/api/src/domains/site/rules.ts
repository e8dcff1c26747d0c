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
