import { errorOf, RegistryError, type RegistryErrorKind } from '@tessera/registry-api';
import { expect, test } from 'vitest';
import { obstacleOf } from './obstacle.ts';

const reasons = [{ code: 'route_dropped', message: 'a link leads nowhere' }];

test('a release that lost a race is reported as a conflict, whatever else the response contains', () => {
  const error = errorOf(409, { error: 'epoch_taken', message: 'epoch 7 is in force' });
  expect(obstacleOf(error)).toEqual({ kind: 'meanwhile' });
});

test('a rejection names every reason of the gate, or the one rule that rejects it', () => {
  expect(obstacleOf(errorOf(422, { error: 'incompatible', message: 'does not fit', reasons }))).toEqual({
    kind: 'rejected',
    overridable: true,
    reasons,
  });
  expect(obstacleOf(errorOf(422, { error: 'ramp_running', message: 'another is being ramped' }))).toEqual({
    kind: 'rejected',
    overridable: false,
    reasons: [{ code: 'ramp_running', message: 'another is being ramped' }],
  });
});

test.each<[RegistryErrorKind, string]>([
  ['timeout', 'unsure'],
  ['offline', 'unsure'],
  ['down', 'unsure'],
  ['fault', 'unsure'],
  ['malformed', 'unsure'],
  // Before a release the registry asks the backend for the staff member: without a response nothing was released.
  ['backend', 'failed'],
  ['session', 'failed'],
  ['forbidden', 'failed'],
  ['conflict', 'failed'],
  ['unknown', 'failed'],
  ['invalid', 'failed'],
  ['busy', 'failed'],
])('a response that is %s is shown as %s', (kind, told) => {
  expect(obstacleOf(new RegistryError(kind, 'so it is'))).toMatchObject({ kind: told });
});

test('anything but a response of the registry is a failure', () => {
  const error = new Error('a fault of ours');
  expect(obstacleOf(error)).toEqual({ kind: 'failed', error });
});
