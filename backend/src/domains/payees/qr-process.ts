import { type Pixels, readQr } from '@tessera/api/payees/qr';
import { answer } from '../../platform/process/confined.ts';

/*
 * Looks for a QR code in pictures, confined: one that was made for it keeps a processor busy for most of a second. Answers
 * with the text of the first code that is found, or null.
 */

await answer((pictures: readonly Pixels[]) => {
  let text: string | null = null;
  for (const picture of pictures) text ??= readQr(picture);
  return text;
});
