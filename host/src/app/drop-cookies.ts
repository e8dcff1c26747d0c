import { deviceCookies } from '@tessera/device';
import { hostCookieName } from '@tessera/manifest';
import { BASE } from '../federation/manifest.ts';

/** Characters of all cookies that a script sees. Those of ours are two, and short; servers take some 16,000. */
const MOST = 8_000;
const PATHS = ['/', BASE, BASE.slice(0, -1)];

/** Domains that a cookie of this page may name: its host, and those above it. */
const domainsOf = (host: string): readonly string[] => {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
};

/**
 * Deletes cookies that are so long that servers end requests with them, which code that once ran in the page can leave:
 * the worker gets the page without them, but not what the page asks for itself.
 */
export function dropCookies(page: Document = document): void {
  const cookies = deviceCookies();
  if (cookies.length <= MOST) return;
  const isSecure = location.protocol === 'https:';
  const own = [hostCookieName('bucket', isSecure), hostCookieName('unfit', isSecure)];
  const domains = ['', ...domainsOf(location.hostname).map((each) => `; Domain=${each}`)];
  const ends = domains.flatMap((domain) => [domain, `${domain}; Secure; SameSite=None; Partitioned`]);
  for (const cookie of cookies.split('; ')) {
    // What has no sign in it is the value of one without a name; one without either is ignored.
    const name = cookie.slice(0, Math.max(0, cookie.indexOf('=')));
    if (own.includes(name)) continue;
    for (const path of PATHS)
      for (const end of ends) page.cookie = `${name}=0; Path=${path}; Max-Age=0${isSecure ? '; Secure' : ''}${end}`;
  }
}
