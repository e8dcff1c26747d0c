import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { channelFrames, framed } from './frames.ts';

it('frames are what a client of the protocol reads, at each length of their headers, between those of the library', async () => {
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000];
  const texts = [...lengths.map((length) => 'x'.repeat(length)), '€'.repeat(42), '€'.repeat(21_846), 'ünïcode 🙂'];
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket, { socket: wire }) => {
    socket.ping();
    wire.write(framed(texts));
    socket.send('from the library');
    wire.write(framed(['last']));
    socket.close(1000);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const client = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  const read: string[] = [];
  client.on('message', (data, isBinary) => read.push(isBinary ? 'bytes' : data.toString()));
  const [code] = await once(client, 'close');
  expect(read).toEqual([...texts, 'from the library', 'last']);
  expect(code).toBe(1000);
  sockets.close();
  server.close();
});

it.each(['chat:en', 'quiz:realtime', 'nft:AURORA-01', 'trades:BTC/USDT'] as const)(
  'rows of %s travel as a list',
  (channel) => {
    const rows = new Map([['a', '1']]);
    expect(channelFrames(new Map([[channel, rows]]))).toEqual([`{"ch":"${channel}","d":[1]}`]);
  },
);
