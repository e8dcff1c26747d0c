import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { wordsOf } from './mail-text.ts';

const REPLY = 'Which transaction id do you mean? Please send it, and the day.';
const ANSWER = 'Reference AB12CD34EF. Answer to this mail and keep the reference in the subject.';
const FORMER = 'It left my bank on Monday.';
const SENT = [REPLY, ANSWER, FORMER];
const said = (text: string) => wordsOf({ text, attachments: [] }, SENT).join('\n');
const saidInHtml = (html: string) => wordsOf({ html, attachments: [] }, SENT).join('\n');
/** As a mail program repeats it: wrapped elsewhere. */
const LETTER = `Which transaction id do you\nmean? Please send it, and\nthe day.\n\n${ANSWER}`;

describe('what a customer writes', () => {
  test('between quoted lines stays, with what it answers', () => {
    expect(said('Hello,\n\n> Which transaction id?\n\nab12cd34')).toBe('Hello,\n\n> Which transaction id?\n\nab12cd34');
    const html = '<p>Hello</p><blockquote>Which id?</blockquote><p>ab12cd34</p><blockquote>And when?</blockquote>';
    expect(saidInHtml(html)).toMatch(/Which id\?[\s\S]*ab12cd34$/);
    expect(saidInHtml('<div class="gmail_quote"><blockquote>Which id?</blockquote><div>ab12cd34</div></div>')).toMatch(
      /ab12cd34$/,
    );
  });

  test('is never lost, wherever it stands between quotes', () => {
    const own = ['own words', 'more: of mine', 'see here:', 'On 3 Nov I sent 500 to:', 'In 2026 it was at:', 'Yes.'];
    const heads = [
      'From: Deutsche Bank',
      'To: your account',
      'Date: 3 Nov',
      '-----Original Message-----',
      '_'.repeat(20),
    ];
    const line = fc.constantFrom(...own, ...heads, '> quoted', '', '> > older', LETTER);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const text = said(lines.join('\n'));
        for (const each of own) expect(text.split(each).length).toBe(lines.join('\n').trim().split(each).length);
      }),
    );
  });

  test('below lines like the head of a mail stays, and so does what those say', () => {
    const mail = `My transfer did not arrive.

From: Deutsche Bank
To: your account
Date: 3 Nov

500 EUR, booked

Please credit it, TxID ab12cd34`;
    expect(said(mail)).toBe(mail);
    // Nothing but a head: it may be all that the user copied.
    expect(said('Here:\n\nFrom: Deutsche Bank\nTo: me\n\n')).toContain('Deutsche Bank');
  });

  test('below and within a mail that stands unmarked stays', () => {
    const head = '-----Original Message-----\nFrom: Support\nSent: Monday';
    for (const mail of [`${head}\n\n${LETTER}\n\nab12cd34`, `Hi\n\n${head}\n\n${REPLY}\nab12cd34\n\n${ANSWER}`]) {
      expect(said(mail)).toBe(mail);
    }
    // A letter repeats a message once.
    expect(said(`Hi\n\n${head}\n\n${REPLY}\n\n${ANSWER}\n\n${REPLY}`)).toContain(`${ANSWER}\n\n${REPLY}`);
  });

  test('beyond the length of a message goes on in the next', () => {
    const words = Array.from({ length: 900 }, (_, word) => `word${word}`).join(' ');
    const parts = wordsOf({ text: words, attachments: [] }, []);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(2_000);
    expect(parts.join(' ')).toBe(words);
    const faces = wordsOf({ text: `a${'🙂'.repeat(1_500)}`, attachments: [] }, []);
    expect(faces.join('')).toBe(`a${'🙂'.repeat(1_500)}`);
    expect(faces.every((part) => part.isWellFormed())).toBe(true);
  });
});

describe('a mail made to cost time', () => {
  afterEach(() => vi.restoreAllMocks());
  const LONGEST = 262_144;
  const MESSAGES = Array.from({ length: 200 }, (_, each) => `message ${each} ${'again and '.repeat(30)}${each}`);

  /** How often two texts are compared, and the characters that are prepared for it. */
  function workOf(text: string) {
    const compared = vi.spyOn(String.prototype, 'startsWith');
    const prepared = vi.spyOn(String.prototype, 'toLowerCase');
    const words = wordsOf({ text, attachments: [] }, MESSAGES);
    const comparisons = compared.mock.calls.filter(([start]) => start !== '>').length;
    const characters = prepared.mock.contexts.reduce((sum: number, each) => sum + String(each).length, 0);
    vi.restoreAllMocks();
    return { comparisons, characters, words };
  }

  test('of hundreds of repeated messages is compared with each of them a bounded number of times', () => {
    const block = (each: number) => `to:\nto:\n\n${MESSAGES[each % MESSAGES.length]}\n\n`;
    let text = 'Mine.\n\n';
    for (let each = 0; text.length < LONGEST; each += 1) text += block(each);
    const { comparisons, characters, words } = workOf(text);
    // One message a cut, and each message at most in each of 20 cuts.
    expect(comparisons).toBeLessThanOrEqual(20 * MESSAGES.length);
    expect(characters).toBeLessThanOrEqual(text.length + MESSAGES.join('').length);
    expect(words[0]).toMatch(/^Mine\./);
  });

  test('of all messages in one, or of words that only begin like them, costs no more', () => {
    const head = 'Mine.\n\nto:\nto:\n\n';
    // The shortest first: the longest of those that fit is looked for each time.
    const all = workOf(`${head}${MESSAGES.join('\n')}`);
    expect(all.words).toEqual(['Mine.']);
    expect(all.comparisons).toBeLessThanOrEqual((MESSAGES.length * (MESSAGES.length + 1)) / 2);
    const text = `Mine.\n\n${'to:\nto:\n\nmessage 1 again and again\n\n'.repeat(6_000)}`;
    const begins = workOf(text);
    expect(begins.comparisons).toBeLessThanOrEqual(MESSAGES.length);
    expect(begins.characters).toBeLessThanOrEqual(text.length + MESSAGES.join('').length);
  });

  test('keeps what stands above more mails than are cut', () => {
    const many = workOf(
      `Mine.\n\n${MESSAGES.slice(0, 30)
        .map((message) => `to:\nto:\n\n${message}\n\n`)
        .join('')}`,
    );
    expect(many.words.join(' ')).toContain('message 9 ');
    expect(many.words.join(' ')).not.toContain('message 10 ');
  });
});

describe('what is replied to is cut off the end', () => {
  test.each([
    'On Mon, 3 Nov 2026 at 10:00, Support <s@tessera.example> wrote:',
    'On Mon, 3 Nov 2026 at 10:00, Support\n<s@tessera.example> wrote:',
    'Am 03.11.2026 um 10:00 schrieb Support:',
    'Le lun. 3 nov. 2026 à 10:00, Support a écrit :',
    'El lun, 3 nov 2026 a las 10:00, Support escribió:',
    '2026年11月3日(火) 10:00 Support <s@tessera.example>:',
    '在 2026年11月3日 10:00，Support 写道：',
    '2026년 11월 3일 (화) 10:00, Support님이 작성:',
    'เมื่อ จ. 3 พ.ย. 2026 Support เขียนว่า:',
    'Më hën, 3 nën 2026 në 10:00 Support <s@tessera.example> shkroi:',
    'Më 3.11.2026 10:00, Support shkroi:',
  ])('with its introduction: %s', (introduction) => {
    expect(said(`It is here now.\n\n${introduction}\n> Which id?\n> Bye`)).toBe('It is here now.');
    expect(said(`It is here now.\n${introduction}\n\n> Which id?`)).toBe('It is here now.');
  });

  test.each([
    ['-----Original Message-----', 'From: Support', 'Sent: Monday'],
    ['-----Ursprüngliche Nachricht-----', 'Von: Support', 'Gesendet: Montag'],
    ['________________________________', 'De : Support', 'Envoyé : lundi'],
    ['', 'De: Support', 'Cc: Ann', 'Enviado: lunes'],
    ['-----元のメッセージ-----', '差出人: Support', '送信日時: 月曜日'],
    ['', '发件人: Support', '发送时间: 星期一'],
    ['', '보낸 사람: Support', '받는 사람: Ann'],
    ['-----Mesazhi origjinal-----', 'Nga: Support', 'Dërguar: e hënë', 'Për: Ann', 'Subjekti: Your ticket'],
    ['', 'Nga: Support', 'Data: 3 nëntor 2026', 'Tema: Your ticket'],
    ['-----ข้อความต้นฉบับ-----', 'จาก: Support', 'ส่ง: วันจันทร์', 'ถึง: Ann', 'เรื่อง: Your ticket'],
    ['', '보낸사람: Support', '날짜: 2026년 11월 3일 (화)', '참조: Ann'],
    ['', '发件人: Support', '日期: 2026年11月3日', '抄送: Ann'],
    ['', '寄件者: Support', '日期: 2026年11月3日', '副本: Ann'],
    ['', 'จาก: Support', 'วันที่: จ. 3 พ.ย. 2026', 'เรื่อง: Your ticket'],
  ])('a whole mail below %s', (...head) => {
    const mail = `${head.join('\n')}\n\n${LETTER}`;
    expect(said(`It is here now.\n${mail}`)).toBe('It is here now.');
    expect(said(`It is here now.\n${mail}\n${head.join('\n')}\n\n${FORMER}`)).toBe('It is here now.');
  });

  test('but not what only looks like it', () => {
    expect(said('From: my bank\nthe money left on Monday')).toContain('left on Monday');
    expect(said('The options were:\n\n- a\n- b')).toContain('- b');
    expect(said('> only a quote')).toBe('> only a quote');
  });
});
