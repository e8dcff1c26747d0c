import { describe, expect, it } from 'vitest';
import { externalUrl } from './external-url.ts';

const ORIGIN = 'https://exchange.example';

describe('an address for the web view', () => {
  it('is shown when it is https on another origin', () => {
    expect(externalUrl('https://help.example/a?b=1', ORIGIN)?.host).toBe('help.example');
  });

  it.each([
    null,
    '',
    'nonsense',
    'http://help.example',
    'javascript:alert(1)',
    'data:text/html,x',
    `${ORIGIN}/api`,
    'https://exchange.example@evil.example',
  ])('is not shown when it is %s', (raw) => expect(externalUrl(raw, ORIGIN)).toBeNull());
});
