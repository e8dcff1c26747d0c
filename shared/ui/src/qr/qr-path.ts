import { create } from 'qrcode';

/** A QR code as one SVG path on a square grid. */
export type QrPath = {
  /** Modules along one side. */
  readonly size: number;
  readonly path: string;
};

/** Draws a text as a QR code, error correction M: a phone reads it off a screen with glare. */
export function qrPath(text: string): QrPath {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const rows = Array.from({ length: size }, (_, row) => row);
  const path = rows
    .flatMap((row) => rows.filter((column) => modules.get(row, column)).map((column) => `M${column} ${row}h1v1h-1z`))
    .join('');
  return { size, path };
}
