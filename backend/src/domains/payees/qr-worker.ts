import { parentPort, workerData } from 'node:worker_threads';
import { type Pixels, readQr } from '@tessera/api/payees/qr';

/*
 * Looks for a QR code in pictures, on a thread of its own: one that was made for it keeps a processor busy for most of a
 * second. Posts the text of the first code that is found, or null.
 */

if (!parentPort) throw new Error('runs on a thread');
let text: string | null = null;
for (const picture of workerData as readonly Pixels[]) text ??= readQr(picture);
parentPort.postMessage(text);
