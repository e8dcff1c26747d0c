import { expect, test } from 'vitest';
import { checkStyles } from './styles.ts';

const PREFIX = 'lottery_1_0_0-';
const OWN = `.${PREFIX}Draw-row-a1b2`;

const leaks = (css: string) => checkStyles('draw.css', Buffer.from(css), PREFIX).map(({ message }) => message);

test.each([
  ['a class of the remote', `${OWN} { color: red }`],
  ['what is inside it', `${OWN} > p:first-child::before { color: red }`],
  ['it in a theme of the page', `[data-theme='dark'] ${OWN} { color: red }`],
  ['one of several of its classes', `:is(${OWN}, ${OWN}-open) p { color: red }`],
  ['a nested rule', `${OWN} { &:hover { color: red } p & { color: blue } }`],
  ['rules for some widths', `@media (width < 400px) { ${OWN} { color: red } }`],
  ['an animation named for it', `@keyframes ${PREFIX}turn { from { opacity: 0 } to { opacity: 1 } }`],
])('a style for %s is scoped', (_, css) => {
  expect(leaks(css)).toEqual([]);
});

test.each([
  ['an element', 'body { margin: 0 }', 'a rule for "body"'],
  ['everything', '* { margin: 0 }', 'a rule for "universal"'],
  ['the root', ':root { --accent: red }', 'a rule for "root"'],
  ['the class of another', '.host-Page-title { color: red }', 'a rule for "host-Page-title"'],
  ['an element that holds its class', `body:has(${OWN}) { margin: 0 }`, 'a rule for "body has"'],
  ['everything but its class', `p:not(${OWN}) { margin: 0 }`, 'a rule for "p not"'],
  ['its class or something else', `:is(${OWN}, p) { margin: 0 }`, 'a rule for "is"'],
  ['one of two selectors', `${OWN}, p { margin: 0 }`, 'a rule for "p"'],
  ['an animation of any name', '@keyframes turn { to { opacity: 1 } }', '@keyframes turn'],
  ['a font', "@font-face { font-family: x; src: url('x.woff2') }", '@font-face'],
])('a style for %s leaks', (_, css, what) => {
  expect(leaks(css)).toEqual([expect.stringContaining(`draw.css: ${what}`)]);
});
