import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { openRpc } from '../src/platform/chains/json-rpc.ts';
import { freePort } from './free-port.ts';

/* A Bitcoin-like node that tests kill: litecoind of Debian, which is Bitcoin Core 0.21, in regtest and without a wallet. */

/** Starts a node in a folder. What no block holds it forgets when it is killed. */
export async function startLitecoin(program: string, folder: string) {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const url = `http://user:secret@127.0.0.1:${port}`;
  const rpc = openRpc(url, { within: 60_000 });
  const args = ['-regtest', `-datadir=${folder}`, '-server', '-listen=0', '-disablewallet', '-persistmempool=0'];
  const start = async () => {
    const own = [`-rpcport=${port}`, '-rpcuser=user', '-rpcpassword=secret', '-txindex=1'];
    const child = spawn(program, [...args, ...own], { stdio: 'ignore' });
    while (child.exitCode === null && child.signalCode === null) {
      if (
        await rpc.call('getblockcount').then(
          () => true,
          () => false,
        )
      )
        return child;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('litecoind did not start');
  };
  let child = await start();
  const kill = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    rpc,
    /** kill -9, and starts it again. */
    async restart() {
      // Writes the blocks to the disk: a node without peers could not fetch them again.
      await rpc.call('gettxoutsetinfo');
      await kill();
      child = await start();
    },
    stop: kill,
  };
}
