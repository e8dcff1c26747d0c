import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { separators } from '@tessera/money';
import PDFDocument from 'pdfkit';
import { type Ink, inked, inksOf } from './ink.ts';
import { type Line, type Section, type StatementHead, unitsOf } from './line.ts';
import { statementTexts } from './texts.ts';
import { zonedTime } from './zoned-time.ts';

/** A4 in points, from the lower left corner. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const EDGE = 40;
const RIGHT = WIDTH - EDGE;
const FOOT = 52;
const LEADING = 13;
const SMALL = 7.5;
const GAP = 6;

/** Where columns begin, or end where figures stand in them. */
const COLUMNS = { time: EDGE, kind: EDGE + 92, amount: 340, held: 440, balance: RIGHT } as const;
const SUMMARY = { account: EDGE, opening: 250, inflow: 350, outflow: 450, closing: RIGHT } as const;

const { resolve } = createRequire(import.meta.url);
/** Fonts besides the Latin one, by language: the package, and the file in it. */
const FONTS: Readonly<Record<string, readonly [name: string, file: string]>> = {
  zh: ['@embedpdf/fonts-sc', '../fonts/NotoSansHans-Regular.otf'],
  hk: ['@embedpdf/fonts-tc', '../fonts/NotoSansHant-Regular.otf'],
  jp: ['@embedpdf/fonts-jp', '../fonts/NotoSansJP-Regular.otf'],
  kor: ['@embedpdf/fonts-kr', '../fonts/NotoSansKR-Regular.otf'],
  th: ['@expo-google-fonts/noto-sans-thai', '400Regular/NotoSansThai_400Regular.ttf'],
};
const LATIN = ['@embedpdf/fonts-latin', '../fonts/NotoSans-Regular.ttf'] as const;

/** A file beside the entry of its package: packages export no fonts by name. */
const fontFile = ([name, file]: readonly [string, string]): string => join(dirname(resolve(name)), file);

/** The lines do not add up to the balances: no statement of them is given out. */
export class DoesNotReconcile extends Error {
  override name = 'DoesNotReconcile';
}

/** Writes amounts with the signs of a locale, with `scale` decimal places or as many as they have. */
function amountsIn(locale: string) {
  const { decimal, group } = separators(locale);
  // The fonts have no narrow blank.
  const blank = group.trim() === '' ? ' ' : group;
  return (amount: string, scale: number, signed = false): string => {
    const negative = amount.startsWith('-');
    const [whole = '0', part = ''] = (negative ? amount.slice(1) : amount).split('.');
    const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, blank) : whole;
    const digits = part.padEnd(scale, '0');
    return `${negative ? '-' : signed && amount !== '0' ? '+' : ''}${grouped}${digits === '' ? '' : decimal + digits}`;
  };
}

export type StatementPdf = {
  /** The file, as it is written. */
  readonly stream: NodeJS.ReadableStream;
  /** Lines in the order of the sections, and of time in them. Throws DoesNotReconcile. */
  write(lines: readonly Line[]): void;
  /** Throws DoesNotReconcile. */
  end(): void;
};

/** A statement of account as PDF, page by page: summary, then every account and currency with its lines. */
export function statementPdf(head: StatementHead): StatementPdf {
  const texts = statementTexts(head.language);
  const amountOf = amountsIn(texts.locale);
  const { date, iso } = zonedTime(head.zone);
  const document = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    autoFirstPage: false,
    lang: texts.locale,
    displayTitle: true,
    fontLayoutCache: false,
    info: { Title: `${head.site} · ${texts.title}`, Author: head.site, CreationDate: new Date(head.madeAt) },
  });
  const extra = FONTS[head.language];
  const inks = inksOf(document, [LATIN, ...(extra ? [extra] : [])].map(fontFile));
  const { plain, label } = inks;

  let page = 0;
  let y = 0;
  let operators: string[] = [];
  let section = -1;
  let balance = 0n;

  function finishPage(): void {
    if (page === 0) return;
    const foot = { y: 28, size: SMALL, room: 250 };
    operators.push(
      '0.45 g',
      inked(label(`${head.site} · ${texts.title} · ${texts.user} ${head.uid}`), { ...foot, x: EDGE, room: 380 }),
    );
    const [before = '', after = ''] = texts.page.split('{n}');
    const number = plain(String(page));
    const ends = label(after);
    const right = RIGHT - ends.width * SMALL;
    operators.push(
      inked(ends, { ...foot, x: right }),
      inked(number, { ...foot, x: right, end: true }),
      inked(label(before), { ...foot, x: right - number.width * SMALL, end: true }),
    );
    inks.writePage(`BT\n${operators.join('\n')}\nET`);
    operators = [];
  }

  function newPage(): void {
    finishPage();
    document.addPage();
    page += 1;
    y = HEIGHT - EDGE - 10;
    operators.push('0.1 g');
  }

  const put = (ink: Ink, x: number, room: number, { size = SMALL, end = false } = {}) =>
    void operators.push(inked(ink, { x, y, size, room, end }));
  const colour = (grey: number) => void operators.push(`${grey} g`);

  /** A line across the page below the text that was set. */
  function rule(): void {
    operators.push(`ET 0.8 G 0.5 w ${EDGE} ${y - 4} m ${RIGHT} ${y - 4} l S BT`);
  }

  function down(by = LEADING): void {
    y -= by;
  }

  /** Names of the columns; the first ones begin at their place, figures end there. */
  function heads(names: readonly (readonly [text: string, x: number, room: number, end: boolean])[]): void {
    colour(0.45);
    for (const [text, x, room, end] of names) put(label(text), x, room, { end });
    colour(0.1);
    rule();
    down(LEADING + 2);
  }

  const summaryHeads = () =>
    heads([
      [`${texts.account} · ${texts.currency}`, SUMMARY.account, 120, false],
      [texts.opening, SUMMARY.opening, 90, true],
      [texts.inflow, SUMMARY.inflow, 90, true],
      [texts.outflow, SUMMARY.outflow, 90, true],
      [texts.closing, SUMMARY.closing, 95, true],
    ]);

  const kindRoom = COLUMNS.amount - COLUMNS.kind - 84;
  const lineHeads = () =>
    heads([
      [texts.time, COLUMNS.time, 86, false],
      [texts.kind, COLUMNS.kind, kindRoom, false],
      [texts.amount, COLUMNS.amount, 80, true],
      [texts.held, COLUMNS.held, 92, true],
      [texts.balance, COLUMNS.balance, 108, true],
    ]);

  const nameOf = ({ account, currency }: Pick<Section, 'account' | 'currency'>): string =>
    `${texts.accounts[account]} · ${currency}`;

  function title(): void {
    put(label(head.site), EDGE, 300, { size: 18 });
    put(label(texts.title), RIGHT, 300, { size: 13, end: true });
    down(30);
    const facts: readonly (readonly [string, string])[] = [
      [texts.user, head.uid],
      [texts.period, `${date(head.from)} – ${date(head.to)}`],
      [texts.zone, `${head.zone} (UTC${iso(head.to).slice(-6)})`],
      [texts.currency, head.currency ?? texts.all],
      [texts.made, date(head.madeAt)],
    ];
    for (const [name, value] of facts) {
      colour(0.45);
      put(label(name), EDGE, 110, { size: 9 });
      colour(0.1);
      put(label(value), EDGE + 120, 390, { size: 9 });
      down(15);
    }
    down(12);
    put(label(texts.summary), EDGE, 300, { size: 12 });
    down(18);
    summaryHeads();
    for (const each of head.sections) {
      if (y < FOOT + LEADING) {
        newPage();
        summaryHeads();
      }
      put(label(nameOf(each)), SUMMARY.account, 120);
      for (const [amount, x] of [
        [each.opening, SUMMARY.opening],
        [each.inflow, SUMMARY.inflow],
        [each.outflow, SUMMARY.outflow],
        [each.closing, SUMMARY.closing],
      ] as const) {
        put(plain(amountOf(amount, each.scale)), x, 92, { end: true });
      }
      down();
    }
    down(4);
    colour(0.45);
    put(label(head.sections.length > 0 ? texts.note : texts.none), EDGE, RIGHT - EDGE);
    colour(0.1);
    down(20);
  }

  function total(text: string, amount: string, scale: number): void {
    put(label(text), COLUMNS.kind, 200);
    put(plain(amountOf(amount, scale)), COLUMNS.balance, 108, { end: true });
    rule();
    down(LEADING + 2);
  }

  function beginSection(next: Section): void {
    if (y < FOOT + 6 * LEADING) newPage();
    down(6);
    put(label(nameOf(next)), EDGE, 400, { size: 11 });
    down(17);
    lineHeads();
    total(texts.opening, next.opening, next.scale);
    balance = unitsOf(next.opening);
  }

  function endSection(): void {
    const ended = head.sections[section];
    if (!ended) return;
    if (balance !== unitsOf(ended.closing)) throw new DoesNotReconcile(nameOf(ended));
    if (y < FOOT + LEADING) newPage();
    total(texts.closing, ended.closing, ended.scale);
    down(GAP);
  }

  function nextSection(): Section {
    endSection();
    section += 1;
    const next = head.sections[section];
    if (!next) throw new DoesNotReconcile('a line of no section');
    beginSection(next);
    return next;
  }

  newPage();
  title();

  return {
    stream: document,
    write(lines) {
      for (const [account, currency, at, kind, amount, held, after] of lines) {
        let here = head.sections[section];
        while (!here || here.account !== account || here.currency !== currency) here = nextSection();
        balance += unitsOf(amount);
        if (held !== '0') balance += unitsOf(held);
        if (balance !== unitsOf(after)) throw new DoesNotReconcile(`${nameOf(here)} at ${iso(at)}`);
        if (y < FOOT) {
          newPage();
          lineHeads();
        }
        put(plain(date(at)), COLUMNS.time, 86);
        put(label(texts.kinds[kind]), COLUMNS.kind, kindRoom);
        if (amount !== '0') put(plain(amountOf(amount, here.scale, true)), COLUMNS.amount, 80, { end: true });
        if (held !== '0') put(plain(amountOf(held, here.scale, true)), COLUMNS.held, 92, { end: true });
        put(plain(amountOf(after, here.scale)), COLUMNS.balance, 108, { end: true });
        down();
      }
    },
    end() {
      while (section < head.sections.length - 1) nextSection();
      endSection();
      finishPage();
      document.end();
    },
  };
}
