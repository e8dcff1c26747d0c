// A bare Fastify server to compare with: a trivial route, and one that sends a constant buffer. It runs as a process of
// its own; its parent sends the buffer's body and encoding, and is told the port.
import fastify from 'fastify';

const app = fastify();
let constant: { readonly body: Buffer; readonly encoding: string | null } = { body: Buffer.alloc(0), encoding: null };

app.get('/trivial', async () => ({ type: 'ok', code: 1, message: {} }));
app.get('/constant', (_request, reply) => {
  reply.type('application/json; charset=utf-8');
  if (constant.encoding) reply.header('content-encoding', constant.encoding);
  reply.send(constant.body);
});
process.on('message', ({ body, encoding }: { body: string; encoding: string | null }) => {
  constant = { body: Buffer.from(body, 'base64'), encoding };
  process.send?.('ready');
});
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
process.send?.('listening');
