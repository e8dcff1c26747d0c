import { expect, test } from 'vitest';
import { withOlderStyles } from './older-styles-plugin.ts';

test.each([
  ['.a{color:red}', '.a{color:red}'],
  ['.a{translate:0 -50%}', '.a{translate:0 -50%}@supports not (translate:none){.a{transform:translate(0,-50%)}}'],
  [
    '.a{scale:-1 1;color:red;translate:0 calc(1px + var(--a))}',
    '.a{scale:-1 1;color:red;translate:0 calc(1px + var(--a))}@supports not (translate:none){.a{transform:translate(0,calc(1px + var(--a))) scale(-1,1)}}',
  ],
  ['.a{translate:none}', '.a{translate:none}@supports not (translate:none){.a{transform:none}}'],
  ['.a{transform:scale(2)}.b{--translate:1}', '.a{transform:scale(2)}.b{--translate:1}'],
  ['@keyframes x{0%{rotate:0deg}to{rotate:1turn}}', '@keyframes x{0%{rotate:0deg}to{rotate:1turn}}'],
  [
    '@media (width>1px){.a,.b{rotate:45deg}}',
    '@media (width>1px){.a,.b{rotate:45deg}@supports not (translate:none){.a,.b{transform:rotate(45deg)}}}',
  ],
  [
    '.a{height:calc(90dvh - var(--b));color:red;--c:1dvh}',
    '.a{height:calc(90dvh - var(--b));color:red;--c:1dvh}@supports not (height:1dvh){.a{height:calc(90vh - var(--b));--c:1vh}}',
  ],
])('%s is written for older browsers, too', (css, expected) => {
  expect(withOlderStyles(css)).toBe(expected);
});
