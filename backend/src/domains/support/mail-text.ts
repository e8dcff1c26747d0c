import { MESSAGE_LENGTH } from '@tessera/api/support/rules';
import { convert } from 'html-to-text';
import PostalMime, { type Email } from 'postal-mime';

/* What a mail says, as the text of a message. Everything here was written by a stranger. */

/** Bytes that are parsed: the words of a mail come before its attachments. */
const PARSED = 262_144;
/** Lines that are parsed: the parser's time goes by them, seconds for as many as 256 KiB may have. */
const MOST_LINES = 5_000;
/** Bytes of the headers of a mail or part. */
const HEADERS = 65_536;
/** Characters of HTML that are read: of more, tags alone take seconds. */
const HTML = 131_072;
/** Parts beyond which a mail is no mail: each costs the parser time. */
const MOST_PARTS = 200;
const DEEPEST = 20;
/** Messages that a mail becomes; what is longer is read in the operator's mailbox. */
const MOST_PARTS_SAID = 20;
/** Names of attachments that are told. */
const MOST_NAMES = 5;
const NAME_LENGTH = 80;

/** What is parsed of a mail. */
function beginningOf(raw: Buffer): Buffer {
  const head = raw.subarray(0, PARSED);
  let end = -1;
  for (let line = 0; line < MOST_LINES; line += 1) {
    end = head.indexOf('\n', end + 1);
    if (end === -1) return head;
  }
  return head.subarray(0, end);
}

/** Null for what cannot be a mail. `raw` may be cut short. */
export async function parseMail(raw: Buffer): Promise<Email | null> {
  const head = beginningOf(raw);
  // Counted before they are parsed.
  if (head.toString('latin1').split('\n--', MOST_PARTS + 1).length > MOST_PARTS) return null;
  try {
    return await PostalMime.parse(head, {
      maxNestingDepth: DEEPEST,
      maxHeadersSize: HEADERS,
      maxRfc822NestingDepth: 1,
      rfc822Attachments: true,
    });
  } catch {
    return null;
  }
}

const textOfHtml = (html: string): string =>
  convert(html.slice(0, HTML), {
    wordwrap: false,
    limits: { maxDepth: 50, maxChildNodes: 1_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      // What is replied to, marked as in a mail of plain text: the user may have written between its parts.
      { selector: 'blockquote', format: 'blockquote', options: { trimEmptyLines: true } },
      { selector: 'a', options: { ignoreHref: true } },
    ],
  });

const isQuoted = (line: string): boolean => line.startsWith('>');

/** A line between a reply and the whole mail below it: `-----Original Message-----`, `________`. */
const DIVIDER = /^(?:-{2,}\s*\p{L}[\p{L}\p{M}’' ]{2,30}\s*-{2,}|_{10,})$/u;
/** A line of the head of that mail, in the languages of the product: `From:`, `Gesendet:`. */
const HEADER =
  /^\*?(?:cc|from|sent|to|date|subject|von|gesendet|an|datum|betreff|de|envoyé|à|objet|enviado|para|fecha|asunto|nga|dërguar|për|data|tema|subjekti|lënda|kopje|差出人|送信日時|宛先|日時|件名|보낸\s?사람|보낸\s?날짜|날짜|받는\s?사람|참조|제목|发件人|发送时间|日期|收件人|抄送|主题|寄件者|寄件人|傳送時間|收件者|副本|主旨|จาก|ส่ง|ส่งเมื่อ|วันที่|ถึง|สำเนา|เรื่อง)\s?\*?[:：]/iu;
/** `On Monday, … wrote:` before quoted lines, over up to three lines. */
const INTRODUCTION_BEGINS = /^(?:on|am|le|el|më|在|於|เมื่อ|\d{4}\s?[-/.年년])/iu;
const INTRODUCTION_ENDS = /[:：]$/;
/** It names who, or that something was written. */
const INTRODUCES = /@|wrote|schrieb|écrit|escribió|shkroi|写道|寫道|작성|เขียน/;
/** A time of day, or a year: it names when. */
const DATED = /\d{1,2}[:.]\d{2}|\d{4}/;
const INTRODUCTION_LINES = 3;
/** Lines of such a head. */
const LONGEST_HEAD = 8;
/** Unmarked mails that are cut off: each is compared with all that was sent. */
const MOST_CUT = 20;

const trimmed = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);

/** Letters and digits alone: mail programs wrap, indent and decorate what they repeat. */
const squashed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What was sent, as it is looked for: each text once, the longest first. */
const piecesOf = (sent: readonly string[]): readonly string[] =>
  [...new Set(sent.map(squashed))].filter(Boolean).toSorted((a, b) => b.length - a.length);

/** Whether a text is made of these pieces alone, each once. */
function isMadeOf(text: string, pieces: readonly string[]): boolean {
  const left = new Set(pieces);
  const whole = squashed(text);
  let at = 0;
  while (at < whole.length) {
    const piece = [...left].find((each) => whole.startsWith(each, at));
    if (piece === undefined) return false;
    left.delete(piece);
    at += piece.length;
  }
  return at > 0;
}

/** Lines of the head of a mail that begins there, before the blank line below it; 0 where none begins. */
function linesOfHead(lines: readonly string[], index: number): number {
  const count = lines.slice(index, index + LONGEST_HEAD + 1).indexOf('');
  return count >= 2 && lines.slice(index, index + count).every((line) => HEADER.test(line)) ? count : 0;
}

/** Where the last unmarked mail begins, and its text below its head; null without one. */
function lastMail(lines: readonly string[]): { readonly at: number; readonly text: string } | null {
  const at = lines.findLastIndex((line, index) => {
    if (!HEADER.test(line)) return false;
    const before = lines[index - 1] ?? '';
    return (before === '' || DIVIDER.test(before)) && linesOfHead(lines, index) > 0;
  });
  return at === -1 ? null : { at, text: lines.slice(at + linesOfHead(lines, at)).join('\n') };
}

/**
 * Without the mails that stand unmarked below a reply. Users write below and between their lines too, so that one is cut
 * only where all of it was sent in this conversation. Of more than `MOST_CUT` the upper ones stay.
 */
function withoutHistory(lines: readonly string[], sent: readonly string[]): readonly string[] {
  const pieces = piecesOf(sent);
  let kept = lines;
  for (let cut = 0; cut < MOST_CUT; cut += 1) {
    const mail = lastMail(kept);
    if (!mail || !isMadeOf(mail.text, pieces)) break;
    kept = trimmed(kept.slice(0, mail.at));
    if (DIVIDER.test(kept.at(-1) ?? '')) kept = trimmed(kept.slice(0, -1));
  }
  return kept;
}

/** Without the line that introduces a quotation. What could be the user's own is kept. */
function withoutIntroduction(lines: readonly string[]): readonly string[] {
  const last = lines.at(-1) ?? '';
  if (!INTRODUCTION_ENDS.test(last)) return lines;
  for (let count = 1; count <= INTRODUCTION_LINES; count += 1) {
    const taken = lines.slice(-count);
    if (taken.includes('')) break;
    if (INTRODUCTION_BEGINS.test(taken[0] ?? '') && INTRODUCES.test(taken.join(' '))) return lines.slice(0, -count);
  }
  return DATED.test(last) && INTRODUCES.test(last) ? lines.slice(0, -1) : lines;
}

/**
 * Without what is replied to, which ends a mail: quoted lines between which the user has written stay, since they say what
 * each answer is to. A mail of quotes alone is kept.
 */
function withoutQuotes(text: string, sent: readonly string[]): string {
  const said = withoutHistory(trimmed(text.split('\n')), sent);
  const own = said.findLastIndex((line) => line !== '' && !isQuoted(line));
  const kept = own === said.length - 1 ? said : trimmed(withoutIntroduction(trimmed(said.slice(0, own + 1))));
  const words = kept.join('\n').trim();
  return words === '' ? text : words;
}

/** Controls, characters that are not seen, and those that turn the direction of what follows. */
const UNSEEN = /[^\P{C}\n]|[\u115f\u1160\u2800\u3164\uffa0]/gu;

/** As a user could have typed it: messages have no markup, and nothing in them that is not seen. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(UNSEEN, '')
    .replace(/<(?=[a-z/!?])/gi, '< ')
    // By lines: an expression for the blanks at their ends takes the square of a long row of blanks.
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Where a text is divided that is longer than a message: behind a paragraph, a line or a word, never within a character. */
function endOfPart(text: string): number {
  const part = text.slice(0, MESSAGE_LENGTH);
  for (const boundary of ['\n\n', '\n', ' ']) {
    const at = part.lastIndexOf(boundary);
    if (at >= MESSAGE_LENGTH / 2) return at;
  }
  return /[\ud800-\udbff]$/.test(part) ? MESSAGE_LENGTH - 1 : MESSAGE_LENGTH;
}

function inParts(text: string): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MESSAGE_LENGTH && parts.length < MOST_PARTS_SAID - 1) {
    const end = endOfPart(rest);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest.length > MESSAGE_LENGTH ? `${rest.slice(0, MESSAGE_LENGTH - 1)}…` : rest];
}

/**
 * What a mail says, as messages, the names of what was attached below it; none where it says nothing. `sent` is what the
 * conversation's mails and messages said before.
 */
export function wordsOf(
  { text, html, attachments }: Pick<Email, 'text' | 'html' | 'attachments'>,
  sent: readonly string[],
): readonly string[] {
  const said = plain(withoutQuotes(plain(text?.trim() ? text : html ? textOfHtml(html) : ''), sent));
  const names = attachments.slice(0, MOST_NAMES).map(
    ({ filename, mimeType }) =>
      `📎 ${plain(filename ?? mimeType)
        .replaceAll('\n', ' ')
        .slice(0, NAME_LENGTH)}`,
  );
  return inParts([said, names.join('\n')].filter(Boolean).join('\n\n')).filter(Boolean);
}
