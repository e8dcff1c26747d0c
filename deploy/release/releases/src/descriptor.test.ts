import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDescriptor } from './descriptor.ts';
import { parseReference } from './names.ts';
import { descriptorOf } from './testing.ts';

const tabOf = (path: string) => ({ order: 1, path, label: descriptorOf('markets').title, icon: 'M3 3h18v18H3z' });

describe('a descriptor', () => {
  test('with a tab and routes is accepted unchanged', () => {
    const descriptor = descriptorOf('markets', { tab: tabOf('/pages/markets/markets') });
    expect(parseDescriptor(descriptor, 'remote.json')).toEqual(descriptor);
  });

  test('says which screens are lists and which take all of the width', () => {
    const route = { path: '/pages/a/b', access: 'guest', title: 't', module: 'm' };
    const wide = (value: string) => ({ ...descriptorOf('shop'), routes: [{ ...route, wide: value }] });
    for (const value of ['list', 'desk']) expect(parseDescriptor(wide(value), 'remote.json')).toEqual(wide(value));
    expect(() => parseDescriptor(wide('broad'), 'remote.json')).toThrow('routes.0.wide');
  });

  test.each([
    ['a language without its title', { title: { en: 'Markets' } }, 'title.zh'],
    [
      'a route with a parameter',
      { routes: [{ path: '/pages/a/:id', access: 'guest', title: 't', module: 'm' }] },
      'routes.0.path',
    ],
    [
      'an unknown access',
      { routes: [{ path: '/pages/a/b', access: 'admin', title: 't', module: 'm' }] },
      'routes.0.access',
    ],
    ['a route named twice', { routes: [...descriptorOf('x').routes, ...descriptorOf('x').routes] }, 'is named twice'],
    ['a tab that is none of the routes', { tab: tabOf('/pages/other/other') }, 'tab.path'],
    ['markup in an icon', { tab: { ...tabOf('/pages/markets/markets'), icon: '"/><script>' } }, 'tab.icon'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['ranges, which the build knows', { shared: { react: '^19.3.0' } }, 'shared'],
    ['no routes', { routes: [] }, 'routes'],
  ])('is rejected for %s, and the error names it', (_what, change, named) => {
    const json = { ...descriptorOf('markets'), ...change };
    expect(() => parseDescriptor(json, 'remotes/markets/remote.json')).toThrow(named);
    expect(() => parseDescriptor(json, 'remotes/markets/remote.json')).toThrow('remotes/markets/remote.json');
  });

  test.each(['/shop/list', '//other.example/list?page=1', '/shop/../wallet?page=1', '/shop/list?name=a b'])(
    'is rejected where the first request of a screen is %s',
    (call) => {
      const routes = [{ path: '/pages/a/b', access: 'guest', title: 't', module: 'm', first: { call } }];
      expect(() => parseDescriptor({ ...descriptorOf('shop'), routes }, 'remote.json')).toThrow('routes.0.first.call');
    },
  );

  test('never throws anything but a release error, whatever the file contains', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(() => parseDescriptor(json, 'remote.json')).toThrow('is not a valid descriptor');
      }),
    );
  });
});

describe('a reference', () => {
  test('is a name and a version', () => {
    expect(parseReference('markets@0.8.0-3f9a2c41d0')).toEqual({ name: 'markets', version: '0.8.0-3f9a2c41d0' });
  });

  test.each(['markets', '@1.0.0', 'markets@', 'markets@..', 'Markets@1.0.0', '../x@1.0.0', 'markets@1.0.0/..'])(
    'cannot be %s',
    (text) => {
      expect(parseReference(text)).toBeUndefined();
    },
  );
});
