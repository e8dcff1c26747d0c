import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invitationLink } from './invitation-link.ts';

test('whatever page of the app it is made on, the link opens registration with the code filled in', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 16, unit: 'grapheme-ascii' }), fc.webFragments(), (code, hash) => {
      const link = new URL(invitationLink(code, `https://tessera.example/h5/?utm=x#${hash}`));
      expect(link.origin + link.pathname + link.search).toBe('https://tessera.example/h5/');
      const [route, query] = link.hash.slice(1).split('?');
      expect(route).toBe('/pages/common/register');
      expect(new URLSearchParams(query).get('code')).toBe(code);
    }),
  );
});
