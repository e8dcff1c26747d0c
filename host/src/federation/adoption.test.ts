import { describe, expect, it } from 'vitest';
import { remoteOf } from '../testing/manifests.ts';
import { adoptVersions, departed } from './adoption.ts';

const old = (swap: 'allow' | 'ask' | 'block') => [remoteOf('trading', '1.0.0', { swap })];
const next = [remoteOf('trading', '2.0.0')];
const facts = { withdrawn: [], isLoaded: () => true, agreed: false };
const version = (remotes: readonly { version: string }[]) => remotes.map((remote) => remote.version);

describe('a version that an open page runs', () => {
  it('is swapped with policy allow', () => {
    expect(adoptVersions(old('allow'), next, facts)).toEqual({ remotes: next, offered: [] });
  });

  it('waits for the user with policy ask, and is swapped after the confirmation', () => {
    const asked = adoptVersions(old('ask'), next, facts);
    expect([version(asked.remotes), version(asked.offered)]).toEqual([['1.0.0'], ['2.0.0']]);
    expect(adoptVersions(old('ask'), next, { ...facts, agreed: true }).remotes).toEqual(next);
  });

  it('is kept with policy block', () => {
    const blocked = adoptVersions(old('block'), next, { ...facts, agreed: true });
    expect([version(blocked.remotes), blocked.offered]).toEqual([['1.0.0'], []]);
  });

  it.each(['ask', 'block'] as const)('is swapped if it was withdrawn or never loaded, despite policy %s', (swap) => {
    expect(adoptVersions(old(swap), next, { ...facts, withdrawn: ['trading@1.0.0'] }).remotes).toEqual(next);
    expect(adoptVersions(old(swap), next, { ...facts, isLoaded: () => false }).remotes).toEqual(next);
  });

  it('is removed if its remote is no longer released', () => {
    expect(adoptVersions(old('block'), [], facts).remotes).toEqual([]);
  });
});

describe('departed remotes', () => {
  it('are those whose version is not there any more', () => {
    expect(departed(old('allow'), next)).toEqual(old('allow'));
    expect(departed(next, next)).toEqual([]);
  });
});
