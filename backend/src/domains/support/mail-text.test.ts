import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordsOf } from './mail-text.ts';

const said = (text: string) => wordsOf({ text, attachments: [] });
const saidInHtml = (html: string) => wordsOf({ html, attachments: [] });

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
    const line = fc.constantFrom('own words', '> quoted', '', '> > older', 'more: of mine', 'see here:');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = said(lines.join('\n'));
        for (const own of ['own words', 'more: of mine', 'see here:']) {
          expect(text.split(own).length).toBe(lines.join('\n').trim().split(own).length);
        }
      }),
    );
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
  ])('with its introduction: %s', (introduction) => {
    expect(said(`It is here now.\n\n${introduction}\n> Which id?\n> Bye`)).toBe('It is here now.');
    expect(said(`It is here now.\n${introduction}\n\n> Which id?`)).toBe('It is here now.');
  });

  test.each([
    ['-----Original Message-----', 'From: Support', 'Sent: Monday'],
    ['-----Ursprüngliche Nachricht-----', 'Von: Support', 'Gesendet: Montag'],
    ['________________________________', 'De : Support', 'Envoyé : lundi'],
    ['', 'De: Support', 'Enviado: lunes'],
    ['-----元のメッセージ-----', '差出人: Support', '送信日時: 月曜日'],
    ['', '发件人: Support', '发送时间: 星期一'],
    ['', '보낸 사람: Support', '받는 사람: Ann'],
  ])('a whole mail below %s', (...head) => {
    expect(said(`It is here now.\n${head.join('\n')}\n\nWhich transaction id?`)).toBe('It is here now.');
  });

  test('but not what only looks like it', () => {
    expect(said('From: my bank\nthe money left on Monday')).toContain('left on Monday');
    expect(said('The options were:\n\n- a\n- b')).toContain('- b');
    expect(said('> only a quote')).toBe('> only a quote');
  });
});
