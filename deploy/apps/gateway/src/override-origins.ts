/** A loopback origin: it can only address the machine that opens the page. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{2,5}$/;

/** Maximum number of overrides per page. */
const AT_MOST = 10;

/**
 * Origins of the development servers in a page's URL (`?override=<name>=<origin>`), loopback only: the page may run
 * scripts from these besides its own. Other origins are left out, and the page rejects them.
 */
export function overriddenOrigins(url: string): readonly string[] {
  const query = url.split('?')[1];
  if (!query) return [];
  const origins = new URLSearchParams(query)
    .getAll('override')
    .map((value) => value.slice(value.indexOf('=') + 1))
    .filter((origin) => LOOPBACK.test(origin));
  return [...new Set(origins)].slice(0, AT_MOST);
}
