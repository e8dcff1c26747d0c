import { expect, test } from 'vitest';
import { webViewsIn } from './rules.ts';

test('the web view frames https origins, each named once, whatever the address in the setting', () => {
  expect(webViewsIn('https://help.example, https://Help.example/en?a=b\nhttps://pay.example:8443')).toEqual([
    'https://help.example',
    'https://pay.example:8443',
  ]);
});

test.each([
  '',
  'help.example',
  'http://help.example',
  'https:',
  'https://*.example',
  'javascript:alert(1)',
  'data:text/html,x',
  "https://x'none'",
  'https://x;script-src',
])('the web view does not frame %j', (setting) => expect(webViewsIn(setting)).toEqual([]));

test('a longer list than a header should hold is cut', () => {
  const setting = Array.from({ length: 30 }, (_, number) => `https://h${number}.example`).join(' ');
  expect(webViewsIn(setting)).toHaveLength(20);
});
