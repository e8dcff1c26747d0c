import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareHost, compareRemote } from './compare.ts';
import { alike, generation, hostOf, liveRemote, provides, remoteOf, TYPES, uses } from './testing.ts';
import type { CompareTypes } from './types/compare-types.ts';
import { TypesNotCompared } from './types/types-not-compared.ts';
import type { Verdict } from './verdict.ts';

const codes = ({ reasons }: Verdict) => reasons.map(({ code, subject }) => `${code} ${subject}`);
const OTHER = 'b'.repeat(64);

/** Reports every part as changed. */
const changed: CompareTypes = async (_before, _after, used) =>
  Object.entries(used).flatMap(([request, selectors]) =>
    selectors.map((selector) => ({ request, selector, message: 'Property size is missing.' })),
  );

describe('a remote beside the live host', () => {
  const meets = (contract = uses(), host = hostOf()) =>
    compareRemote(remoteOf('markets', { contract }), { host, remotes: [] }, alike);

  it('fits a host that provides all it uses', async () => {
    expect(await meets()).toEqual({ reasons: [] });
  });

  it('is rejected for a module that the host does not provide', async () => {
    const { reasons } = await meets(uses({ jotai: { range: '^3.0.0', exports: ['atom'] } }));
    expect(reasons).toEqual([
      {
        code: 'module_missing',
        subject: 'host@2.0.0',
        message: 'markets@1.0.0 uses jotai, which host@2.0.0 does not provide.',
      },
    ]);
  });

  it('is rejected for the exports that the host does not have, by name', async () => {
    const { reasons } = await meets(uses({ '@tessera/ui': { range: '^0.8.0', exports: ['Button', 'Wheel', 'Dial'] } }));
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatchObject({ code: 'export_missing', message: expect.stringContaining('Wheel, Dial') });
  });

  it('is not rejected for exports if either side does not know its names', async () => {
    expect(await meets(uses({ react: { range: '^19.3.0', exports: ['*'] } }))).toEqual({ reasons: [] });
    const host = hostOf(provides({ react: { version: '19.3.1', exports: ['*'] } }));
    expect(await meets(uses(), host)).toEqual({ reasons: [] });
  });

  it('is rejected once for a package outside its version range, however many of its modules it uses', async () => {
    const contract = uses({
      react: { range: '^19.4.0', exports: ['useState'] },
      'react/jsx-runtime': { range: '^19.4.0', exports: ['jsx'] },
    });
    const host = hostOf(provides({ 'react/jsx-runtime': { version: '19.3.1', exports: ['jsx'] } }));
    expect(codes(await meets(contract, host))).toEqual(['range_unmet host@2.0.0']);
  });

  it('is rejected if it, or the host, has no contract', async () => {
    const silent = remoteOf('markets', { contract: undefined });
    expect(codes(await compareRemote(silent, generation(), alike))).toEqual(['contract_missing markets@1.0.0']);
    const host = { version: '2.0.0', contract: undefined };
    expect(codes(await meets(uses(), host))).toEqual(['contract_missing host@2.0.0']);
  });

  it('is checked by routes only while no host is live', async () => {
    const silent = remoteOf('markets', { contract: undefined });
    expect(await compareRemote(silent, { host: null, remotes: [] }, alike)).toEqual({ reasons: [] });
  });
});

describe('a remote beside the other remotes', () => {
  const path = '/pages/market/quotes';

  it('is rejected if another one serves its route, ramped candidates included', async () => {
    const candidate = remoteOf('markets', { routes: [path] });
    for (const role of ['stable', 'ramp'] as const) {
      const verdict = await compareRemote(candidate, generation(liveRemote('nft', { role, routes: [path] })), alike);
      expect(codes(verdict)).toEqual(['route_taken nft@1.0.0']);
    }
    const gone = generation(liveRemote('nft', { role: 'previous', routes: [path] }));
    expect(await compareRemote(candidate, gone, alike)).toEqual({ reasons: [] });
  });

  it('is rejected if the host or another remote owns one of its namespaces of texts', async () => {
    const owning = (...texts: readonly string[]) => ({ contract: { ...uses(), texts: [...texts] } });
    const candidate = remoteOf('draws', owning('draws', 'prizes'));
    for (const role of ['stable', 'ramp'] as const) {
      const live = generation(liveRemote('finance', { role, ...owning('finance', 'draws', 'prizes') }));
      expect(codes(await compareRemote(candidate, live, alike))).toEqual([
        'text_namespace_taken finance@1.0.0',
        'text_namespace_taken finance@1.0.0',
      ]);
    }
    const gone = generation(liveRemote('finance', { role: 'previous', ...owning('finance', 'draws') }));
    expect(await compareRemote(candidate, gone, alike)).toEqual({ reasons: [] });
    // One of before owns the namespace of its name.
    expect(
      codes(await compareRemote(remoteOf('draws', owning('draws', 'nft')), generation(liveRemote('nft')), alike)),
    ).toEqual(['text_namespace_taken nft@1.0.0']);
    const host = { version: '2.0.0', contract: { ...provides(), texts: ['common', 'draws'] } };
    const reason = 'text_namespace_taken host@2.0.0';
    expect(codes(await compareRemote(candidate, { host, remotes: [] }, alike))).toEqual([reason]);
    expect(codes(await compareHost(host, generation(liveRemote('draws')), alike))).toEqual([
      'text_namespace_taken draws@1.0.0',
    ]);
  });

  it('is rejected if another one holds its place in the bottom bar', async () => {
    const live = generation(liveRemote('nft', { tab: 3 }), liveRemote('assets'));
    expect(codes(await compareRemote(remoteOf('markets', { tab: 3 }), live, alike))).toEqual(['tab_taken nft@1.0.0']);
    expect(await compareRemote(remoteOf('markets', { tab: 4 }), live, alike)).toEqual({ reasons: [] });
    expect(await compareRemote(remoteOf('markets'), live, alike)).toEqual({ reasons: [] });
  });

  it('is rejected if it drops a route of its stable version; a route that only a ramp had may be dropped', async () => {
    const candidate = remoteOf('markets', { version: '2.0.0', routes: ['/pages/a/a', '/pages/b/b'] });
    const live = generation(
      liveRemote('markets', { routes: ['/pages/a/a', '/pages/gone/gone'] }),
      liveRemote('markets', { version: '1.1.0', role: 'ramp', routes: ['/pages/c/c'] }),
    );
    const { reasons } = await compareRemote(candidate, live, alike);
    expect(reasons).toEqual([
      {
        code: 'route_dropped',
        subject: 'markets@1.0.0',
        message: expect.stringContaining('/pages/gone/gone, markets@2.0.0 does not'),
      },
    ]);
  });
});

describe('a host beside the live remotes', () => {
  it('is checked against stable, ramped and previous versions, and the broken ones are listed', async () => {
    const needy = uses({ '@tessera/ui': { range: '^0.8.0', exports: ['Drawer'] } });
    const live = generation(
      liveRemote('markets', { version: '1.2.0' }),
      liveRemote('markets', { version: '1.3.0', role: 'ramp', contract: needy }),
      liveRemote('markets', { version: '1.1.0', role: 'previous', contract: needy }),
      liveRemote('nft', { contract: undefined }),
    );
    expect(codes(await compareHost(hostOf(), live, alike))).toEqual([
      'export_missing markets@1.3.0',
      'export_missing markets@1.1.0',
      'contract_missing nft@1.0.0',
    ]);
  });

  it('lists a version once if it is live in two roles', async () => {
    const contract = uses({ jotai: { range: '*', exports: [] } });
    const live = generation(liveRemote('nft', { contract }), liveRemote('nft', { contract, role: 'previous' }));
    expect(codes(await compareHost(hostOf(), live, alike))).toEqual(['module_missing nft@1.0.0']);
  });
});

describe('declared types', () => {
  const host = hostOf(provides({}, OTHER));

  it('each remote gets findings only for what it uses, though one comparison serves all remotes of one state', async () => {
    const asked: unknown[] = [];
    const compareTypes: CompareTypes = (before, after, used) => {
      asked.push([before.hash, after.hash, used['@tessera/ui']]);
      return changed(before, after, { '@tessera/ui': used['@tessera/ui'] ?? [] });
    };
    const button = uses({ '@tessera/ui': { range: '*', exports: ['Button'] } });
    const live = generation(
      liveRemote('markets', { contract: button }),
      liveRemote('nft', { contract: uses({ '@tessera/ui': { range: '*', exports: ['Dialog'] } }) }),
      liveRemote('assets', { contract: { ...button, types: OTHER } }),
    );
    const { reasons } = await compareHost(host, live, { ...alike, compareTypes });
    expect(asked).toEqual([[TYPES, OTHER, ['Button', 'Dialog']]]);
    expect(reasons.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
      'type_changed markets@1.0.0',
      'type_changed nft@1.0.0',
    ]);
    expect(reasons[0]?.message).toBe(
      '`Button` of @tessera/ui is in host@2.0.0 not what markets@1.0.0 was built against: Property size is missing.',
    );
  });

  it('only used parts are compared, and missing modules are left out', async () => {
    let asked: Parameters<CompareTypes>[2] = {};
    const compareTypes: CompareTypes = async (_before, _after, used) => {
      asked = used;
      return [];
    };
    const contract = uses({
      '@tessera/ui': { range: '*', exports: ['Dialog', 'Gone', 'bus'], calls: { 'bus.on': ['toast', 'account'] } },
    });
    const withBus = hostOf(provides({ '@tessera/ui': { version: '0.8.0', exports: ['Dialog', 'bus'] } }, OTHER));
    await compareHost(withBus, generation(liveRemote('nft', { contract })), { ...alike, compareTypes });
    expect(asked['@tessera/ui']).toEqual(['Dialog', "bus.on('account')", "bus.on('toast')"]);
  });

  it('a comparison that is not possible is a rejection', async () => {
    const compareTypes: CompareTypes = async () => {
      throw new TypesNotCompared('There is no TypeScript compiler.');
    };
    const live = generation(liveRemote('nft'));
    const verdict = await compareHost(host, live, { ...alike, compareTypes });
    expect(verdict.reasons).toEqual([
      { code: 'types_not_compared', subject: 'nft@1.0.0', message: expect.stringContaining('no TypeScript compiler') },
    ]);
    const forgotten = await compareHost(host, live, { ...alike, declarations: async () => undefined });
    expect(codes(forgotten)).toEqual(['types_not_compared nft@1.0.0']);
  });

  it('any other failure is rethrown', async () => {
    const compareTypes: CompareTypes = async () => {
      throw new Error('disk full');
    };
    const verdict = compareHost(host, generation(liveRemote('nft')), { ...alike, compareTypes });
    await expect(verdict).rejects.toThrow('disk full');
  });
});

describe('a generation compared with itself', () => {
  const identifier = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,8}$/);
  const names = fc.uniqueArray(identifier, { minLength: 1, maxLength: 6 });
  const version = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map((parts) => parts.join('.'));
  const module = fc.record({ version, exports: names });
  const hostContract = fc.dictionary(fc.constantFrom('react', 'jotai', '@tessera/ui', '@tessera/ui/forms'), module);
  const types = fc.constantFrom(TYPES, OTHER);
  const whole = fc.record({
    provides: hostContract,
    types,
    remotes: fc.uniqueArray(fc.record({ name: identifier, picks: fc.array(fc.nat(5)), tab: fc.boolean() }), {
      selector: ({ name }) => name,
      maxLength: 6,
    }),
  });

  it('has no findings', async () => {
    await fc.assert(
      fc.asyncProperty(whole, async ({ provides: provided, types: hash, remotes }) => {
        const live = remotes.map(({ name, picks, tab }, index) => {
          const used = Object.entries(provided).map(([request, { version: installed, exports }]) => {
            const taken = exports.filter((_name, at) => picks.includes(at));
            return [request, { range: `^${installed}`, exports: taken }] as const;
          });
          const contract = { uses: Object.fromEntries(used), types: hash };
          return liveRemote(name, { contract, ...(tab ? { tab: index } : {}) });
        });
        const host = hostOf({ provides: provided, types: hash });
        const now = { host, remotes: live };
        const strict = { ...alike, compareTypes: changed };
        expect(await compareHost(host, now, strict)).toEqual({ reasons: [] });
        for (const remote of live) expect(await compareRemote(remote, now, strict)).toEqual({ reasons: [] });
      }),
    );
  });
});
