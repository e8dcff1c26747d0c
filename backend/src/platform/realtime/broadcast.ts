import type { Connection } from './connection.ts';
import type { Encoded } from './frames.ts';

/** Sockets per slice, before other work runs: writing to ten thousand at once stalls a node for 300 ms. */
const SLICE = 500;

/** Sends to many in slices; closed sockets are skipped. */
export async function broadcast(
  connections: Iterable<Connection>,
  frameFor: (connection: Connection) => Encoded | null,
  turn: () => Promise<unknown>,
): Promise<void> {
  let sent = 0;
  for (const connection of [...connections]) {
    const frame = frameFor(connection);
    if (!frame) continue;
    connection.send(frame);
    sent += 1;
    if (sent % SLICE === 0) await turn();
  }
}
