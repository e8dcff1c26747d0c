import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'tessera_device';
const VALUE = new RegExp(`(?:^|;\\s*)${NAME}=([A-Za-z0-9_-]{43})(?:;|$)`);
/** Seconds; browsers keep no cookie longer. */
const LASTS = 400 * 86_400;

/** The token that this browser got with its last log-in; null for none. It signs nobody in. */
export const readDevice = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  VALUE.exec(headers.cookie ?? '')?.[1] ?? null;

/** Gives the browser a token by which its next log-in is recognised. No script can read it. */
export function setDevice(request: Pick<FastifyRequest, 'protocol'>, reply: FastifyReply, token: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${NAME}=${token}; Path=/api; Max-Age=${LASTS}; HttpOnly; SameSite=Strict${secure}`);
}
