import { expect, test } from 'vitest';
import { remoteOf } from '../testing/releases.ts';
import { suggestedVersion } from './suggested-version.ts';

const ramp = { version: '0.9.0', percent: 10, since: 0, evidence: 1 };

test.each([
  ['the version in the ramp', { stable: '0.8.0', newest: '0.9.1', ramp }, '0.9.0'],
  ['the newest one without a ramp', { stable: '0.8.0', newest: '0.9.1', ramp: null }, '0.9.1'],
  ['nothing if the newest one is live', { stable: '0.9.1', newest: '0.9.1', ramp: null }, null],
  ['nothing if the newest one was withdrawn', { newest: '0.9.1', ramp: null, withdrawn: ['0.9.1'] }, null],
  ['nothing of a remote without versions', { stable: null, newest: '', ramp: null }, null],
  ['the newest one of a new remote', { stable: null, newest: '0.9.1', ramp: null }, '0.9.1'],
])('a dialog suggests %s', (_, remote, version) => {
  expect(suggestedVersion(remoteOf(remote))).toBe(version);
});
