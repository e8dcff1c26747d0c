import { parentPort, workerData } from 'node:worker_threads';
import { remux } from './remux.ts';

/*
 * Reads and writes containers on a thread of its own: a file that was made for it could keep a processor busy or fill the
 * memory. Posts what `remux` returned.
 */

if (!parentPort) throw new Error('runs on a thread');
parentPort.postMessage(await remux(workerData as Uint8Array));
