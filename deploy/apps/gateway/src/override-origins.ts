/** A loopback origin: it cannot lead anywhere but to the machine of whoever opens the page. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{2,5}$/;

/** Overrides of one page are few. */
const AT_MOST = 10;

/**
 * Origins of the development servers that a page's address names (`?override=<name>=<origin>`), loopback only: from
 * these, beside its own, the page may run scripts. Whatever else is asked for is left out, and the page refuses it.
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
