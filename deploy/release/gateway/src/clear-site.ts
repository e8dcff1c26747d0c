import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Manifest } from '@tessera/releases';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Behind TLS with a prefix by which no neighbouring host plants one. */
const nameOf = ({ protocol }: Pick<FastifyRequest, 'protocol'>): string =>
  protocol === 'https' ? '__Host-tessera_cleared' : 'tessera_cleared';
/** Browsers keep no cookie longer. */
const DAYS = 400;

function cookieOf(request: FastifyRequest): string {
  const start = `${nameOf(request)}=`;
  const found = String(request.headers.cookie ?? '')
    .split('; ')
    .find((each) => each.startsWith(start));
  return found?.slice(start.length) ?? '';
}

/** Headers arrive as bytes; code of the page may have written any. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given, 'latin1'), Buffer.from(wanted, 'latin1')];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Documents within another one, whose code goes on while they are loaded. */
const EMBEDDED = /^(?:i?frame|fencedframe|embed|object)$/;

/** Whether a page takes the place of the one before: one that goes on could write again what was deleted. */
function isNewPage({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = 'document' } = headers;
  return mode === 'navigate' && !EMBEDDED.test(String(destination));
}

/**
 * Has a browser delete caches, storage and worker of this origin once after a rollback of compromised code, with the page.
 * A cookie that only a gateway can make says that it has: code of the page could write any other. `secret` is the same on
 * all gateways. Browsers ignore the header on plain http other than localhost.
 */
export function clearSite(
  request: FastifyRequest,
  reply: FastifyReply,
  { compromised, secret }: { readonly compromised: Manifest['compromised']; readonly secret: string },
): void {
  if (!compromised || !isNewPage(request)) return;
  const wanted = createHmac('sha256', secret).update(`cleared ${compromised.mark}`).digest('base64url').slice(0, 32);
  if (isSame(cookieOf(request), wanted)) return;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply
    .header('clear-site-data', '"cache", "storage"')
    .header(
      'set-cookie',
      `${nameOf(request)}=${wanted}; Path=/; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Lax${secure}`,
    );
}
