import type { FastifyInstance } from 'fastify';
import { networkOf } from './client-network.ts';
import { Places } from './places.ts';

/**
 * Bounds the requests of a scope that are under way: a response that its client does not read holds a place, of which an
 * address gets a share. `tooMany` is the body of the response to a request that gets none.
 */
export function limitUnderWay(scope: FastifyInstance, most: number, tooMany: object): void {
  const places = new Places(most);
  scope.addHook('onRequest', async (request, reply) => {
    const leave = places.take(networkOf(request.ip));
    if (leave) {
      reply.raw.once('close', leave);
      return undefined;
    }
    return reply.code(429).header('retry-after', '1').header('cache-control', 'no-store').send(tooMany);
  });
}
