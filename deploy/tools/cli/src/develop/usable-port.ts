import { createServer } from 'node:net';
import { DevelopmentFailure } from './development-failure.ts';

/** The requested port, or any free one for 0, on the loopback interface only. Rejects with DevelopmentFailure. */
export function usablePort(asked: number): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.on('error', ({ message, code }: NodeJS.ErrnoException) => {
      const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${message})`;
      failed(new DevelopmentFailure('port_unusable', `Port ${asked} ${reason}: choose another with --port.`));
    });
    probe.listen(asked, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
