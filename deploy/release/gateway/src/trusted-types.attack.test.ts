import { expect, test } from 'vitest';
import { contentSecurityPolicy, PLACEHOLDER, renderShell } from './shell-page.ts';
import { guardScript, guardScripts } from './trusted-types.ts';

type Rules = Parameters<NonNullable<Parameters<typeof guardScripts>[0]['trustedTypes']>['createPolicy']>[1];

const location = { origin: 'https://h5.example', href: 'https://h5.example/h5/?a=1#/pages/a' };
const GRANTED = 'http://127.0.0.1:5173';

/** What the policy makes of an address that code gives as a text; null is refused. */
function addressOf(text: string, overrides: readonly string[] = []): string | null {
  const made: [string, Rules][] = [];
  guardScripts({ location, trustedTypes: { createPolicy: (...policy) => made.push(policy) } }, { overrides });
  expect(made.map(([name, rules]) => [name, Object.keys(rules)])).toEqual([['default', ['createScriptURL']]]);
  return made[0]?.[1].createScriptURL(text) ?? null;
}

test.each([
  '/h5/assets/main.1f2e.js',
  'assets/main.1f2e.js',
  '/h5/remotes/finance/0.8.0-a1/remoteEntry.js',
  '/h5/sw.js',
])('%s is loaded, from this origin', (address) => {
  expect(addressOf(address)).toBe(new URL(address, location.href).href);
});

test.each([
  'https://evil.example/h5/assets/main.js',
  '//evil.example/h5/assets/main.js',
  'https://h5.example.evil.example/h5/assets/main.js',
  'https://h5.example@evil.example/h5/assets/main.js',
  'http://h5.example/h5/assets/main.js',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'blob:https://h5.example/0b7f',
  '/api/asset/uploaded.js',
  '/api/news/index_pop?callback=alert',
  '/h5/assets/../../api/upload/a.js',
  '/h5/assets/%2e%2e/%2e%2e/api/upload/a.js',
  '/h5/assets\\..\\..\\api\\upload\\a.js',
  '/h5/remotes/finance/remoteEntry.js',
  '/h5/sw.js/other',
  '/h5/previews/a1.json',
  '/h5/',
  GRANTED,
])('%s is not', (address) => {
  expect(addressOf(address)).toBeNull();
});

test('a remote under development is loaded from the origin of its grant alone', () => {
  expect(addressOf(`${GRANTED}/remoteEntry.js`, [GRANTED])).toBe(`${GRANTED}/remoteEntry.js`);
  expect(addressOf('http://127.0.0.1:5174/remoteEntry.js', [GRANTED])).toBeNull();
});

test('a browser without Trusted Types runs the page as before', () => {
  expect(() => guardScripts({ location }, { overrides: [] })).not.toThrow();
});

test('the page makes the policy before any other script, and its content policy allows no second one', () => {
  const html = renderShell(`<head>${PLACEHOLDER}</head>`, {
    keys: [],
    manifest: {},
    files: { home: [], texts: {}, provided: {} },
    overrides: [GRANTED],
  });
  expect(html.startsWith(`<head><script>${guardScript({ overrides: [GRANTED] })};`)).toBe(true);
  const own = { protocol: 'https', host: 'h5.example' };
  const directives = contentSecurityPolicy(html, { own }).split('; ');
  expect(directives).toContain("require-trusted-types-for 'script'");
  expect(directives).toContain('trusted-types default');
  expect(contentSecurityPolicy(html, { own, development: ['http://127.0.0.1:1'] })).not.toContain('trusted-types');
});
