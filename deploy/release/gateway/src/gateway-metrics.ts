import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Registry } from 'prom-client';

/** What a path belongs to: few values, never a path itself. */
const TARGETS = [
  ['calls', /^\/api(?:\/|$)/],
  ['realtime', /^\/realtime(?:\/|$)/],
  ['registry', /^\/registry(?:\/|$)/],
  ['files', /^\/h5\/(?:assets|remotes)\//],
] as const;

const targetOf = (url: string): string =>
  TARGETS.find(([, pattern]) => pattern.test(url.split(/[?#]/, 1)[0] ?? ''))?.[0] ?? 'pages';

export type GatewayMetrics = {
  /** Counts the responses of a gateway. */
  watch(gateway: FastifyInstance): void;
  /** The page in the text format of Prometheus. */
  page(): Promise<{ readonly contentType: string; readonly text: string }>;
};

/** What clients get of a gateway, whichever part made the response, for Prometheus. */
export function gatewayMetrics(): GatewayMetrics {
  const registry = new Registry();
  const responses = new Counter({
    name: 'tessera_gateway_responses_total',
    help: 'Responses that were sent to clients, by target (calls, realtime, registry, files, pages) and status',
    labelNames: ['target', 'status'],
    registers: [registry],
  });
  new Gauge({
    name: 'tessera_gateway_resident_memory_bytes',
    help: 'Resident memory of the process',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  return {
    watch(gateway) {
      gateway.addHook('onResponse', async (request, reply) => {
        responses.inc({ target: targetOf(request.raw.url ?? '/'), status: String(reply.statusCode) });
      });
    },
    page: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

/** Serves `/metrics` on a port of its own, which clients do not reach. */
export function serveMetrics({ page }: GatewayMetrics): Server {
  return createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const { contentType, text } = await page();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
  });
}
