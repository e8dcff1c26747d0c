import { openRpc } from '../src/platform/chains/json-rpc.ts';
import { startLitecoind } from '../tools/chains/programs.ts';
import { freePort } from './free-port.ts';

/* A Bitcoin-like node that tests kill: litecoind of Debian, which is Bitcoin Core 0.21, in regtest and without a wallet. */

/** Starts a node in a folder. What no block holds it forgets when it is killed. */
export async function startLitecoin(program: string, folder: string) {
  const port = await freePort();
  const start = () => startLitecoind(program, folder, port, ['-disablewallet', '-persistmempool=0']);
  let node = await start();
  const { url } = node;
  const rpc = openRpc(url, { within: 60_000 });
  return {
    url,
    rpc,
    /** kill -9, and starts it again. */
    async restart() {
      // Writes the blocks to the disk: a node without peers could not fetch them again.
      await rpc.call('gettxoutsetinfo');
      await node.kill();
      node = await start();
    },
    stop: () => node.kill(),
  };
}
