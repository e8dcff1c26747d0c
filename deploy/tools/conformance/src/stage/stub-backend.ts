import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

export type StubBackend = { readonly port: number; stop(): Promise<void> };

/**
 * A stub backend under worst-case conditions: every call returns an error, so screens must render without data. It
 * forwards the gateway's announcements of epochs, as the real one does.
 */
export function startStubBackend(): Promise<StubBackend> {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/internal/release') {
        const { epoch } = JSON.parse(body) as { epoch: number };
        for (const socket of sockets.clients) socket.send(JSON.stringify({ ch: 'release', d: { epoch } }));
        response.writeHead(204).end();
        return;
      }
      response.writeHead(503).end(
        JSON.stringify({
          type: 'error',
          code: 0,
          error: 'backend_unavailable',
          message: 'the backend is not available',
        }),
      );
    });
  });
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (connection) => {
      connection.send(JSON.stringify({ op: 'ready', feed: 'simulated', now: Date.now() }));
      connection.on('message', (data) => {
        const frame = JSON.parse(String(data)) as { op?: string; t?: number };
        if (frame.op === 'ping') connection.send(JSON.stringify({ op: 'pong', t: frame.t }));
      });
    }),
  );
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        stop: () =>
          new Promise((done) => {
            for (const socket of sockets.clients) socket.terminate();
            server.close(() => done());
            server.closeAllConnections();
          }),
      }),
    ),
  );
}
