import { beforeAll, describe, expect, test } from 'vitest';
import { inlineFiles, judgeFiles } from './check.ts';
import { OLDEST, readCompatData } from './support.ts';

let data: ReturnType<typeof readCompatData>;
beforeAll(() => {
  data = readCompatData();
});

const faultsOf = (name: string, content: string, accepted = {}) =>
  judgeFiles([{ name, content }], data, accepted).faults.map((fault) => fault.replace(/ is not in .*/, ''));

test('the list names browsers that the data know', () => {
  for (const [browser, version] of OLDEST)
    expect(Object.keys(data.browsers[browser as keyof typeof data.browsers].releases).map(Number)).toContain(version);
  expect(OLDEST.get('webview_android')).toBe(100);
});

describe('a script', () => {
  test.each([
    ['AbortSignal.any([a])', ['AbortSignal.any']],
    ['a.toSorted()', ['.toSorted()']],
    ['new Intl.Segmenter("en")', ['Intl.Segmenter']],
    ['Object.groupBy(a, b)', ['Object.groupBy']],
    ['Promise.withResolvers()', ['Promise.withResolvers']],
    ['a.at(-1); a.findLast(b); structuredClone(c); Object.hasOwn(d, e)', []],
    ['const a = { toSorted() {} }; a.toSorted()', []],
    ['class A { static { this.x = 1 } #y = 2 }', []],
  ])('%s: %j', (source, expected) => {
    expect(faultsOf('a.js', source)).toEqual(expected);
  });

  test('of a later syntax is named with its place', () => {
    expect(faultsOf('a.js', 'using a = b;')).toEqual([expect.stringMatching(/^a\.js: .*\(1:6\)$/)]);
    expect(faultsOf('a.js', 'const a = /[a--b]/v')).toEqual([expect.stringMatching(/^a\.js: Invalid regular/)]);
  });
});

describe('a style sheet', () => {
  test.each([
    ['.a{color:color-mix(in srgb,red,blue)}', ['color-mix()']],
    ['.a:has(.b){color:red}', [':has']],
    ['.a{height:1dvh}', ['a length in dvh']],
    ['.a{translate:0 1px}', ['translate']],
    ['@container (min-width:1px){.a{color:red}}', ['@container']],
    ['.a{inset:0;display:grid;gap:1px}.a:is(.b){color:red}', []],
  ])('%s: %j', (source, expected) => {
    expect(faultsOf('a.css', source)).toEqual(expected);
  });
});

test('what stands in a page itself is judged as files are; data in it are none', () => {
  const page = `<script type="application/json">{"a": [1,]}</script><script src="a.js"></script>
    <script nonce="x">a.toSorted()</script><style>.a{height:1dvh}</style><script>
    Object.groupBy(a, b)</script>`;
  const files = inlineFiles('a.html', page);
  expect(files.map(({ name }) => name)).toEqual(['a.html#1.js', 'a.html#2.css', 'a.html#3.js']);
  expect(judgeFiles(files, data, {}).faults.map((fault) => fault.replace(/ is not in .*/, ''))).toEqual([
    'a length in dvh',
    'Object.groupBy',
    '.toSorted()',
  ]);
});

test('what is accepted is no fault, unless nothing uses it any more', () => {
  expect(faultsOf('a.js', 'AbortSignal.any([a])', { 'AbortSignal.any': 'polyfill' })).toEqual([]);
  expect(faultsOf('a.js', '1', { 'AbortSignal.any': 'polyfill' })).toEqual([
    'AbortSignal.any is accepted, but not used',
  ]);
});
