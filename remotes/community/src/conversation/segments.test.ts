import { describe, expect, test } from 'vitest';
import { piecesOf, shownText } from './segments.ts';

describe('what is shown of a text', () => {
  test.each([
    ['an override that reverses a name', 'pay\u202egpj.tiderc', 'paygpj.tiderc'],
    ['isolates and marks of direction', '\u2066a\u2069\u200f\u061cb', 'ab'],
    ['zero widths that split a word', 'wi\u200bth\u2060draw\ufeff', 'withdraw'],
    ['controls', 'a\u0000b\u001b[31mc\u0085d', 'ab[31mcd'],
    ['a soft hyphen', 'bit\u00adcoin', 'bitcoin'],
    ['line ends of any kind', 'a\r\nb\rc', 'a\nb\nc'],
    ['a wall of empty lines', `a${'\n'.repeat(500)}b`, 'a\n\nb'],
    ['marks heaped on a letter', `e${'\u0301'.repeat(200)}`, `e${'\u0301'.repeat(4)}`],
  ])('without %s', (_, given, shown) => expect(shownText(given)).toBe(shown));

  test.each(['👩‍👩‍👧', 'سلام', 'สวัสดีครับ', 'Việt', '你好\n再见'])('%s stays as it is', (text) =>
    expect(shownText(text)).toBe(text),
  );
});

describe('links', () => {
  const links = { links: true };

  test('there are none in a text of a user', () => {
    const text = 'see https://tessera.example and /pages/fund/receive';
    expect(piecesOf(text, { links: false })).toEqual([{ kind: 'text', text }]);
  });

  test('of staff lead to addresses and screens, without what ends the sentence', () => {
    expect(piecesOf('Open /pages/fund/receive?currency_id=3, or (https://tessera.example/help).', links)).toEqual([
      { kind: 'text', text: 'Open ' },
      { kind: 'screen', text: '/pages/fund/receive?currency_id=3' },
      { kind: 'text', text: ', or (' },
      { kind: 'link', text: 'https://tessera.example/help', href: 'https://tessera.example/help' },
      { kind: 'text', text: ').' },
    ]);
  });

  test('show the host that is looked up, where letters of another script imitate it', () => {
    const [piece] = piecesOf('https://tesser\u0430.example/', links);
    expect(piece).toEqual({
      kind: 'link',
      text: 'https://xn--tesser-8nf.example/',
      href: 'https://xn--tesser-8nf.example/',
    });
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://tessera.example',
    'https://tessera.example@evil.example/',
    '<a href="javascript:alert(1)">x</a>',
  ])('%s is text', (text) => expect(piecesOf(text, links)).toEqual([{ kind: 'text', text }]));
});
