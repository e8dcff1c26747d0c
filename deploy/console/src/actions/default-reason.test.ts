import { expect, test } from 'vitest';
import { healthOf, remoteOf } from '../testing/releases.ts';
import { rollbackReason } from './default-reason.ts';

const ofRamp = { stable: '0.8.0', ramp: { version: '0.9.0', percent: 10, since: 0, evidence: 1 } };
const ofVersion = { stable: '0.9.0' };
const taken = '0.9.0 is taken back';

test.each([
  [
    'names the rates if the removed version fails more often',
    ofRamp,
    [healthOf('0.9.0', 200, 10), healthOf('0.8.0', 1_000, 2)],
    '0.9.0 fails for 5\u00a0% of 200 users (0.2\u00a0% on the version that stays)',
  ],
  [
    'names the rates for a promoted version as well',
    ofVersion,
    [healthOf('0.9.0', 1_500, 45), healthOf('0.8.0', 1_000, 2)],
    '0.9.0 fails for 3\u00a0% of 1,500 users (0.2\u00a0% on the version that stays)',
  ],
  [
    'names one rate if there are too few users of the other version',
    ofVersion,
    [healthOf('0.9.0', 200, 10), healthOf('0.8.0', 19)],
    '0.9.0 fails for 5\u00a0% of 200 users',
  ],
  ['omits a rate that is not clearly bad by itself', ofVersion, [healthOf('0.9.0', 200, 2)], taken],
  ['omits figures of a few users', ofRamp, [healthOf('0.9.0', 19, 9), healthOf('0.8.0', 1_000, 2)], taken],
  [
    'omits the rates if the remaining version fails as often',
    ofRamp,
    [healthOf('0.9.0', 200, 10), healthOf('0.8.0', 200, 10)],
    taken,
  ],
  ['has no figures', ofVersion, [], taken],
])('the default reason %s', (_, remote, health, reason) => {
  expect(rollbackReason(remoteOf({ ...remote, health }), '0.8.0')).toBe(reason);
});

test('the default reason of a removal names the version', () => {
  expect(rollbackReason(remoteOf({ stable: '0.9.0' }), null)).toBe(taken);
});
