import { placeOf } from '@tessera/api/support/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeText } from './place.ts';

test('a place that was shared is read again, and any other text is a text', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.string({ maxLength: 80 }).map((name) => name.replaceAll('\n', ' ').trim()),
      (latitude, longitude, name) => {
        const place = { latitude: latitude.toFixed(5), longitude: longitude.toFixed(5), name };
        expect(placeOf(placeText(place))).toEqual(place);
        expect(placeOf(`${placeText(place)} and more`)).toBeNull();
      },
    ),
  );
  for (const text of [
    '',
    'Office',
    '/pages/system/open-location?latitude=91.00000&longitude=0.00000',
    '/pages/system/open-location?latitude=1&longitude=2',
    'a\nb\n/pages/system/open-location?latitude=1.00000&longitude=2.00000',
    'https://evil.example/pages/system/open-location?latitude=1.00000&longitude=2.00000',
  ]) {
    expect(placeOf(text)).toBeNull();
  }
});
