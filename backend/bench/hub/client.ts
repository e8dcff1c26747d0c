import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

/** A client of the hub, as cheap as can be: thousands of them share the machine with what is measured. */
export type Client = { pause(): void; resume(): void; destroy(): void };

/** A text of less than 64 KiB as a client sends it (RFC 6455, section 5.2), under a mask of zeros. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(body.length < 126 ? 6 : 8);
  head[0] = 0x81;
  if (body.length < 126) head[1] = 0x80 | body.length;
  else {
    head[1] = 0xfe;
    head.writeUInt16BE(body.length, 2);
  }
  return Buffer.concat([head, body]);
}

/** Opens a WebSocket, sends the greetings, and takes every text that comes. */
export async function openClient(
  port: number,
  greetings: readonly string[],
  onText: (data: Buffer) => void,
  path = '/',
): Promise<Client> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  /** What came of a frame that is not whole. */
  let rest: Buffer = Buffer.alloc(0);
  let open = false;
  const take = (chunk: Buffer): void => {
    let data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    if (!open) {
      const end = data.indexOf('\r\n\r\n');
      if (end >= 0) {
        open = true;
        data = data.subarray(end + 4);
        for (const greeting of greetings) socket.write(masked(greeting));
      }
    }
    while (open && data.length >= 2) {
      const short = (data[1] as number) & 0x7f;
      const head = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (data.length < head) break;
      const length = short === 127 ? Number(data.readBigUInt64BE(2)) : short === 126 ? data.readUInt16BE(2) : short;
      if (data.length < head + length) break;
      if (((data[0] as number) & 0xf) === 1) onText(data.subarray(head, head + length));
      data = data.subarray(head + length);
    }
    rest = data;
  };
  socket.on('data', take);
  socket.on('error', () => undefined);
  while (!open) await once(socket, 'data');
  return socket;
}
