import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const HEADER = 'x-request-id';
const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * The request id in the logs of all services: that of a trusted proxy, else a new one. `ips` has more than one entry
 * only if a trusted proxy sent the request.
 */
export function requestId({ ips, headers }: Pick<FastifyRequest, 'ips' | 'headers'>): string {
  const given = headers[HEADER];
  const trusted = ips !== undefined && ips.length > 1;
  return trusted && typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}
