import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const HEADER = 'x-request-id';
const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * The id that the logs of all parts know a request by: that of a trusted proxy in front, else a new one. `ips` names more
 * than the sender only where a trusted proxy sent the request.
 */
export function requestId({ ips, headers }: Pick<FastifyRequest, 'ips' | 'headers'>): string {
  const given = headers[HEADER];
  const trusted = ips !== undefined && ips.length > 1;
  return trusted && typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}
