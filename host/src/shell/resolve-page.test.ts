import type { Session } from '@tessera/bus';
import { describe, expect, it } from 'vitest';
import { remoteOf, versionsOf } from '../testing/manifests.ts';
import { resolvePage } from './resolve-page.ts';

const remote = remoteOf('fund', '1.0.0', {
  routes: [
    { path: '/open', access: 'guest' },
    { path: '/mine', access: 'user' },
    { path: '/withdraw', access: 'verified' },
  ],
});
const versions = versionsOf(1, remote);
const isHostPage = (path: string) => path === '/';

const sessionOf = (verificationLevel: 0 | 1 | 2): Session => ({
  user: { uid: '1', accountName: 'a', nickname: 'a', avatar: null, verificationLevel, hasPayPassword: false },
});

const resolve = (path: string, session: Session | null) => resolvePage(path, isHostPage, versions, session);

describe('what a path means', () => {
  it.each([
    ['/', null, { kind: 'host', path: '/' }],
    ['/nowhere', null, { kind: 'unknown' }],
    ['/open', null, { kind: 'remote', path: '/open', remote }],
    ['/mine', null, { kind: 'closed', why: 'login' }],
    ['/mine', sessionOf(0), { kind: 'remote', path: '/mine', remote }],
    ['/withdraw', null, { kind: 'closed', why: 'login' }],
    ['/withdraw', sessionOf(0), { kind: 'closed', why: 'verify' }],
    ['/withdraw', sessionOf(1), { kind: 'remote', path: '/withdraw', remote }],
  ] as const)('%s for %j', (path, session, meaning) => {
    expect(resolve(path, session)).toEqual(meaning);
  });
});
