import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '../session/token.ts';

type Request = Pick<FastifyRequest, 'headers' | 'protocol'>;

/**
 * `device` marks a browser that an account was signed in to; each log-in gives it another one. `browser` stays the same for
 * as long as the browser keeps it: sessions go on in the browser alone that they were opened in.
 */
type Name = 'device' | 'browser';

/**
 * Behind TLS the name begins with `__Host-`: browsers then take the cookie only from this host, over TLS and for all
 * paths, so that no page on a neighbouring host plants one.
 */
const nameOf = ({ protocol }: Pick<Request, 'protocol'>, name: Name): string =>
  protocol === 'https' ? `__Host-tessera_${name}` : `tessera_${name}`;
const VALUE = /^[A-Za-z0-9_-]{43}$/;
/** Seconds; browsers keep no cookie longer. */
const LASTS = 400 * 86_400;

function readCookie(request: Request, name: Name): string | null {
  const { cookie: cookies } = request.headers;
  if (cookies === undefined) return null;
  const wanted = nameOf(request, name);
  for (const cookie of cookies.split(';')) {
    const [key, value = ''] = cookie.trim().split('=', 2);
    if (key === wanted && VALUE.test(value)) return value;
  }
  return null;
}

/** No script can read what it sets. */
function setCookie(request: Pick<Request, 'protocol'>, reply: FastifyReply, name: Name, value: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${nameOf(request, name)}=${value}; Path=/; Max-Age=${LASTS}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** The token that this browser got with its last log-in; null for none. It opens no session. */
export const readDevice = (request: Request): string | null => readCookie(request, 'device');

/** What tells this browser from others for as long as it keeps it; null for none. */
export const readBrowser = (request: Request): string | null => readCookie(request, 'browser');

/** Gives the browser a token by which its next log-in is recognised, and what its sessions are bound to. */
export function setDevice(request: Request, reply: FastifyReply, token: string): void {
  setCookie(request, reply, 'device', token);
  setCookie(request, reply, 'browser', readBrowser(request) ?? newToken());
}
