import { MARK_PATH, type QrPath } from '@tessera/ui/content';

/** What the picture says; every figure as it is to be read. */
export type PnlPicture = {
  readonly brand: string;
  readonly symbol: string;
  /** "Long 20×" */
  readonly direction: string;
  readonly tone: 'up' | 'down';
  /** Return on the margin, and the amount where its owner wants it shown. */
  readonly roe: string;
  readonly profit: string | null;
  readonly gain: boolean;
  readonly figures: ReadonlyArray<{ readonly label: string; readonly value: string }>;
  readonly when: string;
  /** The invitation: its code to scan, and what it is. */
  readonly code: QrPath;
  readonly invitation: string;
  readonly invitationCode: string;
};

/** Colours of the page, as CSS colours. */
export type PictureColors = {
  readonly ground: string;
  readonly surface: string;
  readonly strong: string;
  readonly weak: string;
  readonly accent: string;
  readonly up: string;
  readonly down: string;
  readonly qrGround: string;
  readonly qrInk: string;
  readonly font: string;
};

export function readPictureColors(styles: CSSStyleDeclaration): PictureColors {
  const token = (name: string) => styles.getPropertyValue(name).trim();
  return {
    ground: token('--ground'),
    surface: token('--surface-1'),
    strong: token('--text-strong'),
    weak: token('--text-weak'),
    accent: token('--accent'),
    up: token('--up-text'),
    down: token('--down-text'),
    qrGround: token('--qr-ground'),
    qrInk: token('--qr-ink'),
    font: token('--font'),
  };
}

/** Pixels: 4 to 5, which chats and networks show whole. */
export const PICTURE_SIZE = { width: 1080, height: 1350 } as const;
const MARGIN = 88;
const CODE = 232;
const QUIET_ZONE = 20;

/** Text of at most `width`, smaller where it does not fit. */
function write(
  context: CanvasRenderingContext2D,
  { text, x, y, size, weight, color, width }: TextSpot,
  font: string,
): void {
  const set = (pixels: number) => {
    context.font = `${weight} ${pixels}px ${font}`;
  };
  set(size);
  const needed = context.measureText(text).width;
  if (needed > width) set(Math.floor((size * width) / needed));
  context.fillStyle = color;
  context.fillText(text, x, y);
}

type TextSpot = {
  readonly text: string;
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly size: number;
  readonly weight: 400 | 600;
  readonly color: string;
  readonly width: number;
};

/** Draws the result of a position with its owner's invitation. */
export function drawPnlPicture(context: CanvasRenderingContext2D, picture: PnlPicture, colors: PictureColors): void {
  const { width, height } = PICTURE_SIZE;
  const inner = width - 2 * MARGIN;
  const say = (spot: Omit<TextSpot, 'x' | 'width'> & Partial<TextSpot>) =>
    write(context, { x: MARGIN, width: inner, ...spot }, colors.font);
  context.fillStyle = colors.ground;
  context.fillRect(0, 0, width, height);

  const mark = (x: number, y: number, size: number, color: string) => {
    context.save();
    context.translate(x, y);
    context.scale(size / 16, size / 16);
    context.fillStyle = color;
    context.fill(new Path2D(MARK_PATH));
    context.restore();
  };
  // The mark once more, large and faint, behind the figures.
  context.globalAlpha = 0.06;
  mark(width - 620, 60, 720, colors.accent);
  context.globalAlpha = 1;
  mark(MARGIN, 84, 64, colors.accent);
  say({ text: picture.brand, x: MARGIN + 88, y: 132, size: 48, weight: 600, color: colors.strong, width: inner - 88 });

  const result = picture.gain ? colors.up : colors.down;
  say({ text: picture.symbol, y: 330, size: 60, weight: 600, color: colors.strong });
  say({
    text: picture.direction,
    y: 400,
    size: 42,
    weight: 600,
    color: picture.tone === 'up' ? colors.up : colors.down,
  });
  say({ text: picture.roe, y: 580, size: 148, weight: 600, color: result });
  if (picture.profit !== null) say({ text: picture.profit, y: 660, size: 54, weight: 600, color: result });

  for (const [place, { label, value }] of picture.figures.entries()) {
    const y = 780 + place * 72;
    say({ text: label, y, size: 36, weight: 400, color: colors.weak, width: inner / 2 - 20 });
    context.textAlign = 'end';
    say({ text: value, x: width - MARGIN, y, size: 40, weight: 600, color: colors.strong, width: inner / 2 - 20 });
    context.textAlign = 'start';
  }

  const foot = height - CODE - 72;
  context.fillStyle = colors.surface;
  context.fillRect(0, foot - 40, width, height - foot + 40);
  context.fillStyle = colors.qrGround;
  context.fillRect(MARGIN, foot, CODE, CODE);
  context.save();
  context.translate(MARGIN + QUIET_ZONE, foot + QUIET_ZONE);
  const module = (CODE - 2 * QUIET_ZONE) / picture.code.size;
  context.scale(module, module);
  context.fillStyle = colors.qrInk;
  context.fill(new Path2D(picture.code.path));
  context.restore();
  const beside = { x: MARGIN + CODE + 40, width: inner - CODE - 40 };
  say({ ...beside, text: picture.invitation, y: foot + 76, size: 40, weight: 600, color: colors.strong });
  say({ ...beside, text: picture.invitationCode, y: foot + 132, size: 36, weight: 400, color: colors.weak });
  say({ ...beside, text: picture.when, y: foot + 196, size: 30, weight: 400, color: colors.weak });
}

/** The picture as a file of its own. Rejects where the browser cannot encode one. */
export function pictureFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], name, { type: 'image/png' }));
      else reject(new Error('the picture was not encoded'));
    }, 'image/png');
  });
}
