import { decodeQR } from 'qr/decode.js';

/** Pixels as RGBA, a byte each, row by row. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array | Uint8ClampedArray };

/** The text of the QR code in a picture; null where there is none that can be read. */
export function readQr({ width, height, data }: Pixels): string | null {
  try {
    return decodeQR({ width, height, data });
  } catch {
    return null;
  }
}
