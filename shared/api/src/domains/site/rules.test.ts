import { expect, test } from 'vitest';
import { isTileAddress, webViewsIn } from './rules.ts';

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

test('map tiles are at an https address with a place for each number', () => {
  expect(isTileAddress('https://tiles.example:8443/v1/{z}/{x}/{y}.png?key=a')).toBe(true);
  for (const setting of [
    '',
    'http://tiles.example/{z}/{x}/{y}.png',
    'https://tiles.example/{z}/{x}.png',
    'https://tiles.example/{z}/{x}/{y}/{y}.png',
    'https://{x}.tiles.example/{z}/{y}.png',
    'https://*.example/{z}/{x}/{y}.png',
    '/tiles/{z}/{x}/{y}.png',
  ])
    expect(isTileAddress(setting), setting).toBe(false);
});
