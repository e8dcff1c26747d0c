import { uploadRules } from '@tessera/api/rules';
import { pictureProblem } from './picture-problem.ts';

/** Px: more than the server keeps of a picture's longest side. */
const WIDTH = 2_400;
const QUALITY = 0.9;

/** The picture drawn anew with fewer pixels; null where the browser cannot, or it is too large all the same. */
async function shrunk(file: File): Promise<File | null> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: WIDTH, resizeQuality: 'high' });
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const context = canvas.getContext('2d');
    if (!context) return null;
    // Transparent parts would turn black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    if (!blob || blob.size > uploadRules.maxBytes) return null;
    return new File([blob], file.name.replace(/\.\w*$/, '.jpg'), { type: 'image/jpeg' });
  } catch {
    return null;
  }
}

export type PictureRefusal = NonNullable<ReturnType<typeof pictureProblem>>;

/**
 * Hands on a picture that was picked, or why it cannot be uploaded. The photos of phones with 50 megapixels have more bytes
 * than are taken: those are shrunk first, which takes a moment; all else is handed on at once.
 */
export function takePicture(file: File, onTaken: (file: File) => void, onRefused: (why: PictureRefusal) => void): void {
  const why = pictureProblem(file);
  if (why === null) onTaken(file);
  else if (why === 'ui.imageWrongType') onRefused(why);
  else void shrunk(file).then((smaller) => (smaller ? onTaken(smaller) : onRefused(why)));
}
