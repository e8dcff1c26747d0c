/*
 * Text at coordinates for documents of thousands of pages. pdfkit shapes and measures every string anew, which takes
 * minutes for a million of them; here each character of plain text and each label is shaped once, and pages are written
 * as the operators of PDF 32000-1, 9.4.
 */

import { deflateSync } from 'node:zlib';

/** Of zlib. */
const LEVEL = 1;

/** What is used of an embedded font of pdfkit. Lengths are thousandths of the font's size. */
type EmbeddedFont = {
  readonly id: string;
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
  /** Glyph ids as hexadecimal text, and how each is placed. */
  encode(text: string): [
    glyphs: string[],
    positions: {
      readonly xAdvance: number;
      readonly xOffset: number;
      readonly yOffset: number;
      readonly advanceWidth: number;
    }[],
  ];
  /** The object in the file. */
  ref(): PDFKit.PDFKitReference;
};

type WithFont = { readonly _font: EmbeddedFont };
/** The page that is written: its content holds what pdfkit put there, uncompressed. */
type Written = {
  readonly fonts: Record<string, PDFKit.PDFKitReference>;
  readonly content: {
    compress: boolean;
    readonly buffer: Uint8Array[];
    readonly data: Record<string, unknown>;
    write(bytes: Uint8Array): void;
  };
};

/** A text that has been shaped: its operators without position, and its width at size 1. */
export type Ink = { readonly operators: string; readonly width: number };

export type Inks = {
  /** Digits, signs and Latin letters; nothing is kept of the text. */
  plain(text: string): Ink;
  /** Any text; kept for the next time, so only for those that come again. */
  label(text: string): Ink;
  /**
   * Fills the page that was just added with operators of ASCII. In place of what pdfkit has written, which turns the
   * vertical axis; and compressed lightly, which takes a third of the time for a sixth more of bytes.
   */
  writePage(operators: string): void;
};

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Glyphs of one font in a row; those that stand apart, as marks over Thai letters do, are moved one by one. */
function shaped(font: EmbeddedFont, text: string): Ink {
  const [glyphs, positions] = font.encode(text);
  let operators = `/${font.id} 1 Tf [`;
  let width = 0;
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0, advanceWidth = 0 } = positions[index] ?? {};
    const back = xOffset + advanceWidth - xAdvance;
    const move = (by: number) => (by === 0 ? '' : ` ${number(by)} `);
    if (yOffset === 0) operators += `${move(-xOffset)}<${glyph}>${move(back)}`;
    else operators += `${move(-xOffset)}] TJ ${number(yOffset / 1000)} Ts [<${glyph}>${move(back)}] TJ 0 Ts [`;
    width += xAdvance;
  }
  return { operators: `${operators}] TJ`, width: width / 1000 };
}

/**
 * Shapes texts with the first of the fonts that has their characters; one that no font has becomes a question mark.
 * The first font must have the characters of plain text, and takes them without kerning.
 */
export function inksOf(document: PDFKit.PDFDocument, paths: readonly string[]): Inks {
  const fonts = paths.map((path) => (document.font(path) as unknown as WithFont)._font);
  const [latin] = fonts;
  if (!latin) throw new Error('text needs a font');
  const characters = new Map<string, { readonly glyph: string; readonly width: number }>();
  const labels = new Map<string, Ink>();

  function character(text: string) {
    const known = characters.get(text);
    if (known) return known;
    const [[glyph = '0000'], [position]] = (latin as EmbeddedFont).encode(text);
    const made = { glyph, width: position?.advanceWidth ?? 0 };
    characters.set(text, made);
    return made;
  }

  const fontOf = (text: string) => fonts.find(({ font }) => font.hasGlyphForCodePoint(text.codePointAt(0) ?? 0));

  /** Splits text where another font is needed. A blank goes with what is before it, as do marks. */
  function runsOf(text: string): { font: EmbeddedFont; text: string }[] {
    const runs: { font: EmbeddedFont; text: string }[] = [];
    for (const each of text) {
      const last = runs.at(-1);
      if (
        last &&
        (each === ' ' || /\p{M}/u.test(each)) &&
        last.font.font.hasGlyphForCodePoint(each.codePointAt(0) ?? 0)
      ) {
        last.text += each;
        continue;
      }
      const font = fontOf(each);
      const shown = font ? each : '?';
      if (last && last.font === (font ?? latin)) last.text += shown;
      else runs.push({ font: font ?? (latin as EmbeddedFont), text: shown });
    }
    return runs;
  }

  return {
    plain(text) {
      let hex = '';
      let width = 0;
      for (const each of text) {
        const { glyph, width: wide } = character(each);
        hex += glyph;
        width += wide;
      }
      return { operators: `/${latin.id} 1 Tf <${hex}> Tj`, width: width / 1000 };
    },
    label(text) {
      const known = labels.get(text);
      if (known) return known;
      const runs = runsOf(text).map((run) => shaped(run.font, run.text));
      const made = {
        operators: runs.map(({ operators }) => operators).join(' '),
        width: runs.reduce((sum, { width }) => sum + width, 0),
      };
      labels.set(text, made);
      return made;
    },
    writePage(operators) {
      const { fonts: known, content } = document.page as unknown as Written;
      for (const font of fonts) known[font.id] ??= font.ref();
      content.compress = false;
      content.buffer.length = 0;
      content.data.Filter = 'FlateDecode';
      content.write(deflateSync(Buffer.from(operators, 'latin1'), { level: LEVEL }));
    },
  };
}

/** Where a text ends or begins, and how much room it has, in points from the lower left corner. */
export type Place = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly room: number;
  readonly end?: boolean;
};

/** Writes a text at a place; where it is too long it is set narrower, so that no digit is lost. */
export function inked({ operators, width }: Ink, { x, y, size, room, end = false }: Place): string {
  const natural = width * size;
  const narrow = natural > room ? room / natural : 1;
  const left = end ? x - natural * narrow : x;
  return `${number(size * narrow)} 0 0 ${number(size)} ${number(left)} ${number(y)} Tm ${operators}`;
}
