import type { FastifyRequest } from 'fastify';

type Asked = Pick<FastifyRequest, 'headers' | 'hostname'>;

/**
 * Whether a browser's page of this host asks, or no browser. Ports are not compared, because the edge forwards the name
 * alone.
 */
export function isOwnPage({ headers, hostname }: Asked): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).hostname === hostname.toLowerCase();
}

/**
 * Whether a page of another origin has a browser make the request. The browser says so itself; older ones name the origin,
 * `null` where they keep it back, as they do for some requests of our own page.
 */
export function isOfOtherPage({ headers, hostname }: Asked): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== 'null' && !isOwnPage({ headers, hostname });
}
