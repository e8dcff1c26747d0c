import { type AddressInfo, createServer } from 'node:net';

function tryPort(port: number, host: string): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => {
      const taken = (server.address() as AddressInfo).port;
      server.close(() => resolve(taken));
    });
  });
}

/** A port on the loopback interface that is free now. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0, '127.0.0.1');
  if (typeof port === 'number') return port;
  throw port;
}

/** Why a port cannot be listened on, as a message for the operator; undefined if it can. */
export async function portProblem(port: number, host: string): Promise<string | undefined> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return 'PORT must be a number from 1 to 65535.';
  const result = await tryPort(port, host);
  if (typeof result === 'number') return undefined;
  if (result.code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start`;
  }
  if (result.code === 'EACCES')
    return `Port ${port} needs more rights than you have. Choose one from 1024 up: PORT=8080 npm start`;
  return `Port ${port} cannot be used: ${result.message}`;
}
