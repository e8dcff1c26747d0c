import { randomInt } from 'node:crypto';
import {
  BUCKETS,
  bucketIn,
  chooseHost,
  hostCookieName,
  hostSlot,
  type Manifest,
  type ReleasedRemote,
} from '@tessera/releases';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Browsers keep no cookie longer. */
const DAYS = 400;

type Client = Pick<FastifyRequest, 'protocol' | 'headers'>;

const isSecure = ({ protocol }: Client): boolean => protocol === 'https';

/**
 * Draws the bucket of a browser that has none, and returns its cookies with it. Ramps are by this number, so that a browser
 * keeps its host: it is one of 10,000, the same for many clients, and the page reads it for its reports.
 */
export function withBucket(request: Client, reply: FastifyReply): string {
  const { cookie = '' } = request.headers;
  if (bucketIn(cookie, isSecure(request)) !== undefined) return cookie;
  const own = `${hostCookieName('bucket', isSecure(request))}=${randomInt(BUCKETS)}`;
  const secure = isSecure(request) ? '; Secure' : '';
  reply.header('set-cookie', `${own}; Path=/; Max-Age=${DAYS * 86_400}; SameSite=Lax${secure}`);
  // Without what stands in its place, which is no bucket.
  const others = cookie.split('; ').filter((each) => each && !each.startsWith(own.slice(0, own.indexOf('=') + 1)));
  return [own, ...others].join('; ');
}

/** How a page says that its host does not start. */
export const watchedHost = (request: Client, version: string | undefined) =>
  version === undefined ? undefined : { version, cookie: hostCookieName('unfit', isSecure(request)) };

/** The host of a client, and those that it gets where the store does not have that one; none of before hosts were released. */
export function hostsFor(request: Client, manifest: Manifest | undefined, cookies: string): readonly ReleasedRemote[] {
  const slot = manifest && hostSlot(manifest);
  if (!slot) return [];
  const order = [chooseHost(slot, cookies, isSecure(request)), slot.stable, slot.previous];
  return [...new Set(order.filter((host) => host !== undefined))];
}
