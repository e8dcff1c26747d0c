import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createGateway } from './gateway.ts';

test('the realtime connection passes frames both ways and forwards the client address', async () => {
  const backend = createServer();
  const hub = new WebSocketServer({ server: backend, path: '/realtime' });
  hub.on('connection', (socket, request) => {
    socket.on('message', (data) => socket.send(`${data} from ${request.headers['x-forwarded-for']}`));
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const gateway = await createGateway({
    backend: `http://127.0.0.1:${(backend.address() as AddressInfo).port}`,
    release: () => undefined,
    keys: async () => [],
    shell: async () => undefined,
    files: async () => undefined,
  });
  await gateway.listen({ port: 0, host: '127.0.0.1' });
  const socket = new WebSocket(`ws://127.0.0.1:${(gateway.server.address() as AddressInfo).port}/realtime`);
  const response = await new Promise((resolve) => {
    socket.addEventListener('open', () => socket.send('ping'));
    socket.addEventListener('message', ({ data }) => resolve(data));
  });
  expect(response).toBe('ping from 127.0.0.1');
  socket.close();
  await gateway.close();
  hub.close();
  backend.close();
});
