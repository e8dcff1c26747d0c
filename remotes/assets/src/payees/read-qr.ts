/** Longest sides in pixels at which a code is looked for; as in the backend. */
const SIDES = [1_000, 500];

/**
 * The text of the QR code in a picture; null where none is found, or what is no picture. Its library is fetched with the
 * first use; rejects where it cannot be.
 */
export async function qrTextOfFile(file: File): Promise<string | null> {
  const { readQr } = await import(/* webpackChunkName: "qr" */ '@tessera/api/payees/qr');
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0, width, height);
    const pixels = context?.getImageData(0, 0, width, height);
    const text = pixels ? readQr(pixels) : null;
    if (text !== null) return text;
  }
  return null;
}
