import { canShare, share } from '@tessera/device';
import { saveFile } from '../download/save-file.ts';
import { drawQrCode } from './QrCode.tsx';

/** Points of the picture: wide enough for a story, with room for the code. */
const WIDTH = 720;
const HEIGHT = 960;
const CODE = 480;
const LINE = 44;
const MARGIN = 40;

export type QrPicture = {
  /** The encoded content. */
  readonly content: string;
  readonly title: string;
  /** Under the code: what to do with it. */
  readonly note: string;
  /** The content to type or compare; broken where it is too long for a line. */
  readonly text: string;
};

const PER_LINE = 30;

/** Equal parts of at most 30 characters. */
const linesOf = (text: string): readonly string[] => {
  const count = Math.max(1, Math.ceil(text.length / PER_LINE));
  const size = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, line) => text.slice(line * size, (line + 1) * size));
};

/** A QR code as a PNG, with its title and its content to read. Drawn here and sent nowhere. */
export async function drawQrPicture({ content, title, note, text }: QrPicture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const draw = canvas.getContext('2d');
  if (!draw) throw new Error('this browser draws no pictures');
  const { path, size } = await drawQrCode(content);
  draw.fillStyle = '#0f1012';
  draw.fillRect(0, 0, WIDTH, HEIGHT);
  draw.fillStyle = '#ffffff';
  draw.textAlign = 'center';
  draw.font = '600 40px sans-serif';
  draw.fillText(title, WIDTH / 2, 110, WIDTH - 2 * MARGIN);
  const left = (WIDTH - CODE) / 2;
  draw.fillRect(left - 24, 176, CODE + 48, CODE + 48);
  draw.save();
  draw.translate(left, 200);
  draw.scale(CODE / size, CODE / size);
  draw.fillStyle = '#000000';
  draw.fill(new Path2D(path));
  draw.restore();
  draw.font = '400 28px sans-serif';
  draw.fillText(note, WIDTH / 2, 780, WIDTH - 2 * MARGIN);
  const lines = linesOf(text);
  draw.font = `600 ${lines.length > 1 ? 32 : 44}px monospace`;
  for (const [index, line] of lines.entries()) draw.fillText(line, WIDTH / 2, 844 + index * LINE, WIDTH - 2 * MARGIN);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture was not drawn'))), 'image/png'),
  );
}

/** Saves the picture as a file. */
export async function saveQrPicture(picture: QrPicture, name: string): Promise<void> {
  saveFile(await drawQrPicture(picture), name);
}

/** Shares the text through the system's sheet, with the picture where the browser shares files. */
export async function shareQrPicture(picture: QrPicture, name: string): Promise<void> {
  const file = new File([await drawQrPicture(picture)], name, { type: 'image/png' });
  const files = canShare({ files: [file] }) ? { files: [file] } : {};
  if (!(await share({ title: picture.title, text: picture.text, ...files }))) throw new Error('nothing was shared');
}
