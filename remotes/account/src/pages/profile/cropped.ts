/** Side of an avatar in px: sharp at the largest place where it is shown. */
const SIDE = 512;
const QUALITY = 0.9;

/** Part of a picture in its own px. */
export type CropArea = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Encodes the part as a new square JPEG: what lies outside of it, and metadata such as the place, does not leave the device. */
export async function croppedPicture(picture: HTMLImageElement, { x, y, width, height }: CropArea): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser has no canvas');
  // Transparent parts would turn black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIDE, SIDE);
  context.drawImage(picture, x, y, width, height, 0, 0, SIDE, SIDE);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('the picture could not be encoded');
  return new File([blob], 'avatar.jpg', { type: 'image/jpeg' });
}
