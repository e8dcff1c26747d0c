import type { FastifyReply, FastifyRequest } from 'fastify';

type Request = Pick<FastifyRequest, 'headers' | 'protocol'>;

/**
 * Behind TLS the name begins with `__Host-`: browsers then take the cookie only from this host, over TLS and for all
 * paths, so that no page on a neighbouring host plants one.
 */
const nameOf = ({ protocol }: Pick<Request, 'protocol'>): string =>
  protocol === 'https' ? '__Host-tessera_device' : 'tessera_device';
const VALUE = /^[A-Za-z0-9_-]{43}$/;
/** Seconds; browsers keep no cookie longer. */
const LASTS = 400 * 86_400;

/** The token that this browser got with its last log-in; null for none. It opens no session. */
export function readDevice(request: Request): string | null {
  const { cookie: cookies } = request.headers;
  if (cookies === undefined) return null;
  const name = nameOf(request);
  for (const cookie of cookies.split(';')) {
    const [key, value = ''] = cookie.trim().split('=', 2);
    if (key === name && VALUE.test(value)) return value;
  }
  return null;
}

/** Gives the browser a token by which its next log-in is recognised. No script can read it. */
export function setDevice(request: Pick<Request, 'protocol'>, reply: FastifyReply, token: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${nameOf(request)}=${token}; Path=/; Max-Age=${LASTS}; HttpOnly; SameSite=Strict${secure}`,
  );
}
