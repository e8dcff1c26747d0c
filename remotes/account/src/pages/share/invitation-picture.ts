import { drawQrCode } from '@tessera/ui/content';

/** Points of the picture: wide enough for a story, with room for the code. */
const WIDTH = 720;
const HEIGHT = 960;
const CODE = 480;

/** The invitation as a picture: name, code to scan, and the code to type. */
export async function drawInvitation(texts: {
  readonly title: string;
  readonly scan: string;
  readonly code: string;
  readonly link: string;
}): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const draw = canvas.getContext('2d');
  if (!draw) throw new Error('this browser draws no pictures');
  const { path, size } = await drawQrCode(texts.link);
  draw.fillStyle = '#0f1012';
  draw.fillRect(0, 0, WIDTH, HEIGHT);
  draw.fillStyle = '#ffffff';
  draw.textAlign = 'center';
  draw.font = '600 40px sans-serif';
  draw.fillText(texts.title, WIDTH / 2, 110, WIDTH - 80);
  const left = (WIDTH - CODE) / 2;
  draw.fillRect(left - 24, 176, CODE + 48, CODE + 48);
  draw.save();
  draw.translate(left, 200);
  draw.scale(CODE / size, CODE / size);
  draw.fillStyle = '#000000';
  draw.fill(new Path2D(path));
  draw.restore();
  draw.font = '400 28px sans-serif';
  draw.fillText(texts.scan, WIDTH / 2, 780, WIDTH - 80);
  draw.font = '600 48px monospace';
  draw.fillText(texts.code, WIDTH / 2, 860, WIDTH - 80);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture was not drawn'))), 'image/png'),
  );
}

/** Saves the invitation as a picture. */
export async function saveInvitation(texts: Parameters<typeof drawInvitation>[0]): Promise<void> {
  const url = URL.createObjectURL(await drawInvitation(texts));
  const link = document.createElement('a');
  link.href = url;
  link.download = `invitation-${texts.code}.png`;
  link.click();
  URL.revokeObjectURL(url);
}
