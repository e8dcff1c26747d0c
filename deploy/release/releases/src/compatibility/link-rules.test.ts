import { describe, expect, it } from 'vitest';
import type { LiveRemote, RemoteVersion } from './generation.ts';
import { linkRules } from './link-rules.ts';
import { hostOf, liveRemote, provides, remoteOf, uses } from './testing.ts';

const RECEIVE = '/pages/fund/receive';
const LOGIN = '/pages/common/login';

const host = hostOf({ ...provides(), screens: { [LOGIN]: { from: 'string?' } } });

/** Serves the deposit screen with these parameters. */
const assets = (params: Record<string, string> | undefined): Partial<RemoteVersion> => ({
  routes: [RECEIVE],
  screens: params && { [RECEIVE]: params },
});
const linking = (links: Record<string, string[]> | undefined): Partial<RemoteVersion> => ({
  contract: { ...uses(), ...(links ? { links } : {}) },
});

const found = (candidate: RemoteVersion, ...remotes: LiveRemote[]) =>
  linkRules(candidate, { host, remotes }).map(({ code, subject }) => `${code} ${subject}`);

describe('links of a candidate', () => {
  const live = liveRemote('assets', assets({ currency_id: 'number?' }));
  const before = liveRemote('trading');
  const trading = (links: Record<string, string[]> | undefined) => remoteOf('trading', linking(links));

  it('are accepted if the screen declares their parameters, including screens of the host', () => {
    expect(found(trading({ [RECEIVE]: ['currency_id'], [LOGIN]: ['from'] }), live, before)).toEqual([]);
  });

  it('are rejected with a parameter that the screen does not declare', () => {
    expect(linkRules(trading({ [RECEIVE]: ['currency'] }), { host, remotes: [live, before] })).toEqual([
      {
        code: 'link_unfit',
        subject: 'assets@1.0.0',
        message: `trading@1.0.0 links to ${RECEIVE} (currency); the screen of assets@1.0.0 does not know currency.`,
      },
    ]);
    expect(found(trading({ [LOGIN]: ['to'] }), live, before)).toEqual(['link_unfit host@2.0.0']);
  });

  it('are rejected without a parameter that the screen requires', () => {
    const strict = liveRemote('assets', assets({ currency_id: 'number' }));
    expect(found(trading({ [RECEIVE]: [] }), strict, before)).toEqual(['link_unfit assets@1.0.0']);
  });

  it('are rejected if no live remote serves the screen, unless the linking remote is new', () => {
    expect(found(trading({ '/pages/gone/gone': [] }), live, before)).toEqual(['link_dead trading@1.0.0']);
    expect(found(trading({ '/pages/gone/gone': [] }), live)).toEqual([]);
  });

  it('may target screens of the candidate itself', () => {
    const own = remoteOf('assets', {
      ...assets({ currency_id: 'number?' }),
      ...linking({ [RECEIVE]: ['currency_id'] }),
    });
    expect(found(own, live)).toEqual([]);
    expect(found({ ...own, ...linking({ [RECEIVE]: ['coin'] }) }, live)).toEqual(['link_unfit assets@1.0.0']);
  });

  it('are accepted in versions published before links were recorded, and to screens without declarations', () => {
    expect(found(trading(undefined), live, before)).toEqual([]);
    const silent = liveRemote('assets', assets(undefined));
    expect(found(trading({ [RECEIVE]: ['currency'] }), silent, before)).toEqual([]);
  });
});

describe('screens of a candidate', () => {
  it('are checked against the links of live versions', () => {
    const trading = liveRemote('trading', linking({ [RECEIVE]: ['currency_id'] }));
    const renamed = remoteOf('assets', assets({ coin: 'number?' }));
    expect(found(renamed, trading)).toEqual(['link_unfit trading@1.0.0']);
    expect(found(renamed, { ...trading, role: 'previous' })).toEqual([]);
  });
});
