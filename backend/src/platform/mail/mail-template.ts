import { render } from '@react-email/render';
import type { LanguageCode } from '@tessera/api/rules';
import { languageOf } from '@tessera/api/rules';
import { type CSSProperties, createElement as h, type ReactNode } from 'react';
import type { Letter } from './letter.ts';
import { MAIL_TEXTS } from './mail-texts.ts';

/*
 * How mails look. Clients know little of CSS: widths and colours stand in the elements, and what a dark client or a
 * narrow one changes stands in one style sheet, which others leave out.
 */

/** Both themes of the application, for clients that mails cannot ask. */
const LIGHT = {
  ground: '#f2f6f7',
  card: '#ffffff',
  soft: '#eef2f4',
  strong: '#14171a',
  weak: '#5a646e',
  accent: '#4a4fd8',
};
const DARK = {
  ground: '#0f1012',
  card: '#191b1f',
  soft: '#24272c',
  strong: '#f2f4f5',
  weak: '#a2abb3',
  accent: '#5f64ee',
};

const DARK_RULES = `
  body, .ground { background-color: ${DARK.ground} !important; }
  .card { background-color: ${DARK.card} !important; }
  .soft { background-color: ${DARK.soft} !important; }
  .strong { color: ${DARK.strong} !important; }
  .weak { color: ${DARK.weak} !important; }
  .button { background-color: ${DARK.accent} !important; }`;

const SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {${DARK_RULES}
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }`;

const FONTS =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Hiragino Sans', 'Apple SD Gothic Neo', 'Noto Sans Thai', sans-serif";

const TEXT: CSSProperties = { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px', color: LIGHT.strong };
const SMALL: CSSProperties = { ...TEXT, margin: 0, fontSize: '14px', lineHeight: '20px', color: LIGHT.weak };
const BOX: CSSProperties = { margin: '0 0 16px', padding: '16px', borderRadius: '12px', backgroundColor: LIGHT.soft };

/** A table of one cell: what every client lays out alike. */
const cell = (className: string, style: CSSProperties, ...children: ReactNode[]) =>
  h(
    'table',
    { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, style: { borderCollapse: 'separate' } },
    h('tbody', null, h('tr', null, h('td', { className, style }, ...children))),
  );

const code = (digits: string) =>
  cell(
    'soft',
    { ...BOX, textAlign: 'center' },
    h(
      'span',
      {
        className: 'strong',
        style: {
          fontFamily: "ui-monospace, Menlo, Consolas, 'Courier New', monospace",
          fontSize: '36px',
          lineHeight: '44px',
          fontWeight: 600,
          letterSpacing: '8px',
          color: LIGHT.strong,
        },
      },
      digits,
    ),
  );

const button = ({ text, action, href }: NonNullable<Letter['link']>) => [
  h('p', { className: 'strong', style: { ...TEXT, marginTop: '16px' } }, text),
  h(
    'p',
    { style: { ...TEXT, margin: '0 0 12px' } },
    h(
      'a',
      {
        className: 'button',
        href,
        style: {
          display: 'inline-block',
          padding: '12px 24px',
          borderRadius: '8px',
          backgroundColor: LIGHT.accent,
          color: '#ffffff',
          fontWeight: 600,
          textDecoration: 'none',
        },
      },
      action,
    ),
  ),
  h('p', { className: 'weak', style: { ...SMALL, margin: '0 0 16px', overflowWrap: 'anywhere' } }, href),
];

const rowBox = (rows: NonNullable<Letter['rows']>) =>
  cell(
    'soft',
    BOX,
    ...rows.flatMap(({ label, value }, index) => [
      h(
        'p',
        { key: `${label} label`, className: 'weak', style: { ...SMALL, marginTop: index === 0 ? 0 : '12px' } },
        label,
      ),
      h(
        'p',
        { key: label, className: 'strong', style: { ...TEXT, margin: 0, fontWeight: 600, overflowWrap: 'anywhere' } },
        value,
      ),
    ]),
  );

const phraseBox = (phrase: string, language: LanguageCode) =>
  cell(
    'soft',
    BOX,
    h('p', { className: 'weak', style: { ...SMALL, margin: '0 0 4px' } }, MAIL_TEXTS[language].phrase),
    h('p', { className: 'strong', style: { ...TEXT, margin: 0, fontWeight: 600, overflowWrap: 'anywhere' } }, phrase),
  );

const gap = () => h('div', { style: { height: '16px', lineHeight: '16px' } }, '\u00a0');

function Mail({ letter, brand }: { readonly letter: Letter; readonly brand: string }) {
  const { language, subject, paragraphs, rows = [], link, phrase } = letter;
  const heading: CSSProperties = {
    margin: '0 0 16px',
    fontSize: '20px',
    lineHeight: '28px',
    fontWeight: 600,
    color: LIGHT.strong,
  };
  const card = cell(
    'card',
    { padding: '32px', borderRadius: '16px', backgroundColor: LIGHT.card },
    h('h1', { className: 'strong', style: heading }, subject),
    ...(letter.code === undefined ? [] : [code(letter.code), gap()]),
    ...paragraphs.map((text) => h('p', { className: 'strong', style: TEXT }, text)),
    ...(rows.length > 0 ? [rowBox(rows)] : []),
    ...(link ? button(link) : []),
    ...(phrase === null ? [] : [phraseBox(phrase, language)]),
  );
  return h(
    'html',
    { lang: languageOf(language).locale, dir: languageOf(language).direction },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      // Clients make links of digits and dates.
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no, url=no' }),
      h('title', null, subject),
      h('style', null, SHEET),
    ),
    h(
      'body',
      { style: { margin: 0, padding: 0, backgroundColor: LIGHT.ground, fontFamily: FONTS } },
      cell(
        'ground',
        { padding: '24px 12px', backgroundColor: LIGHT.ground },
        h(
          'div',
          { style: { maxWidth: '480px', margin: '0 auto' } },
          h('p', { className: 'strong', style: { ...TEXT, margin: '0 0 12px 8px', fontWeight: 600 } }, brand),
          card,
          h('p', { className: 'weak', style: { ...SMALL, margin: '12px 8px 0' } }, MAIL_TEXTS[language].automatic),
        ),
      ),
    ),
  );
}

/** A mail as HTML. Its text part is `letterText` of the same letter. */
export const renderMail = (letter: Letter, brand: string): Promise<string> => render(h(Mail, { letter, brand }));
