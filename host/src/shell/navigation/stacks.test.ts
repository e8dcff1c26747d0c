import { describe, expect, test } from 'vitest';
import {
  follow,
  forget,
  holds,
  isBelow,
  type Move,
  type Moved,
  type Purpose,
  type Stacks,
  stackOf,
  startOf,
  wayBack,
  wayToRoot,
} from './stacks.ts';

const isTab = (path: string) => ['/', '/markets', '/assets'].includes(path);

/** A browser whose history is `urls`, followed step by step. */
function browser() {
  let stacks: Stacks = startOf('/');
  let urls: Array<{ readonly url: string; readonly purpose: Purpose }> = [];
  let at = -1;
  const moved = (move: Omit<Move, 'step'>): Moved => {
    const result = follow(stacks, { ...move, step: at }, isTab);
    stacks = result.stacks;
    return result;
  };
  return {
    push(url: string, purpose: Purpose = {}) {
      at += 1;
      urls = [...urls.slice(0, at), { url, purpose }];
      return moved({ kind: 'push', url, purpose });
    },
    replace(url: string, purpose: Purpose = {}) {
      urls = urls.with(at, { url, purpose });
      return moved({ kind: 'replace', url, purpose });
    },
    go(steps: number) {
      at += steps;
      return moved({ kind: 'pop', ...(urls[at] as (typeof urls)[number]) });
    },
    get stacks() {
      return stacks;
    },
    get length() {
      return urls.length;
    },
    urlsOf: (tab: string) => stackOf(stacks, tab).map(({ url }) => url),
  };
}

describe('a screen that is opened', () => {
  test('comes from the right and lies on the stack of its tab; the way back is the reverse', () => {
    const phone = browser();
    phone.push('/');
    expect(phone.push('/news').motion).toBe('forward');
    expect(phone.urlsOf('/')).toEqual(['/', '/news']);
    expect(wayBack(phone.stacks)).toEqual({ steps: -1 });
    expect(phone.go(-1).motion).toBe('back');
    expect(phone.urlsOf('/')).toEqual(['/']);
    expect(phone.go(1)).toMatchObject({ motion: 'forward', entry: { url: '/news' } });
  });

  test('is another one than the same screen opened before', () => {
    const phone = browser();
    phone.push('/');
    const first = phone.push('/news?id=1').entry;
    const second = phone.push('/news?id=2').entry;
    expect(second.id).not.toBe(first.id);
    expect(phone.go(-1).entry.id).toBe(first.id);
  });

  test('stays the same one while it changes its own parameters', () => {
    const phone = browser();
    const opened = phone.push('/markets').entry;
    expect(phone.replace('/markets?tab=stocks')).toMatchObject({ motion: 'none', entry: { id: opened.id } });
  });
});

describe('tabs', () => {
  test('do not slide, and keep place and stack', () => {
    const phone = browser();
    const home = phone.push('/').entry;
    const news = phone.push('/news').entry;
    expect(phone.push('/markets', { tab: '/markets' }).motion).toBe('none');
    const back = phone.push('/news', { tab: '/' });
    expect(back).toMatchObject({ motion: 'none', entry: { id: news.id } });
    expect(phone.urlsOf('/')).toEqual(['/', '/news']);
    expect(phone.replace('/', { back: 'one' })).toMatchObject({ motion: 'back', entry: { id: home.id } });
  });

  test('with another tab in between, the way back stays within the tab', () => {
    const phone = browser();
    phone.push('/');
    phone.push('/news');
    phone.push('/markets', { tab: '/markets' });
    phone.push('/news', { tab: '/' });
    expect(wayBack(phone.stacks)).toEqual({ url: '/', purpose: { back: 'one' } });
  });

  test('a step back in the browser returns to the tab before', () => {
    const phone = browser();
    phone.push('/');
    phone.push('/markets', { tab: '/markets' });
    expect(phone.go(-1)).toMatchObject({ motion: 'none', stacks: { tab: '/' } });
  });

  test('a link to the first screen of another tab chooses it', () => {
    const phone = browser();
    phone.push('/');
    expect(phone.push('/markets?tab=stocks').stacks.tab).toBe('/markets');
    expect(phone.urlsOf('/')).toEqual(['/']);
  });

  test('a link to the first screen of its own tab leaves what lies over it', () => {
    const phone = browser();
    const home = phone.push('/').entry;
    const news = phone.push('/news').entry;
    expect(phone.push('/')).toMatchObject({ motion: 'back', entry: { id: home.id } });
    expect(holds(phone.stacks, news.id)).toBe(false);
  });

  test('a second tap leads to the first screen by as many steps as lie over it', () => {
    const phone = browser();
    phone.push('/');
    phone.push('/news');
    phone.push('/news/1');
    expect(wayToRoot(phone.stacks)).toEqual({ steps: -2 });
    phone.go(-2);
    expect(wayToRoot(phone.stacks)).toBeNull();
  });
});

test('back from a directly opened screen goes to the first one of the tab', () => {
  const phone = browser();
  phone.push('/news');
  expect(wayBack(phone.stacks)).toEqual({ url: '/', purpose: { back: 'root' } });
  expect(phone.replace('/', { back: 'root' })).toMatchObject({ motion: 'back', entry: { url: '/' } });
  expect(wayBack(phone.stacks)).toBeNull();
});

test('a log-in gives its place to where the user wanted to go', () => {
  const phone = browser();
  phone.push('/');
  phone.push('/login?from=/assets');
  expect(phone.replace('/assets').stacks.tab).toBe('/assets');
  expect([phone.urlsOf('/'), phone.urlsOf('/assets')]).toEqual([['/'], ['/assets']]);
});

test('a cover over a screen has a separate history entry and is no screen', () => {
  const phone = browser();
  const home = phone.push('/').entry;
  expect(phone.push('/', { cover: 1 }).entry.id).toBe(home.id);
  expect(phone.go(-1)).toMatchObject({ motion: 'none', entry: { id: home.id } });
  phone.go(1);
  expect(phone.replace('/news', { overCover: true }).motion).toBe('forward');
  expect(phone.urlsOf('/')).toEqual(['/', '/news']);
  expect(wayBack(phone.stacks)).toEqual({ steps: -1 });
});

test('a step from before the page was loaded again is shown for itself', () => {
  const phone = browser();
  phone.push('/');
  phone.push('/news');
  const anew = follow(startOf('/'), { kind: 'pop', step: 1, url: '/news', purpose: {} }, isTab);
  expect(anew.motion).toBe('none');
  const back = follow(anew.stacks, { kind: 'pop', step: 0, url: '/', purpose: {} }, isTab);
  expect(back.entry.url).toBe('/');
});

test('another user finds nothing of the one before', () => {
  const phone = browser();
  phone.push('/');
  phone.push('/markets', { tab: '/markets' });
  const now = forget(phone.stacks);
  expect(Object.keys(now.stacks)).toEqual(['/markets']);
});

describe('what is opened from a list beside the screen in front', () => {
  test('takes the place of what was opened from there before; the way back leads to the list', () => {
    const phone = browser();
    phone.push('/');
    const list = phone.push('/list').entry;
    phone.push('/detail?id=1');
    phone.push('/more');
    expect(isBelow(phone.stacks, list.id)).toBe(true);
    phone.push('/detail?id=2', { from: list.id });
    expect(phone.urlsOf('/')).toEqual(['/', '/list', '/detail?id=2']);
    expect(wayBack(phone.stacks)).toEqual({ url: '/list', purpose: { back: 'one' } });
    phone.replace('/list', { back: 'one' });
    expect(phone.urlsOf('/')).toEqual(['/', '/list']);
    expect(isBelow(phone.stacks, list.id)).toBe(false);
    expect(holds(phone.stacks, list.id)).toBe(true);
  });

  test('is found again by the browser step by step', () => {
    const phone = browser();
    phone.push('/');
    const list = phone.push('/list').entry;
    phone.push('/detail?id=1');
    phone.push('/detail?id=2', { from: list.id });
    expect(phone.go(-1).entry.url).toBe('/detail?id=1');
    expect(isBelow(phone.stacks, list.id)).toBe(true);
    expect(phone.go(-1).entry).toBe(list);
  });
});
