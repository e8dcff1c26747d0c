import type { SiteConfig } from '@tessera/api/site';

export type Paused = SiteConfig['paused'];

/** The service that an address belongs to, of those that are paused. Addresses are routes with their query, without the hash. */
export const pausedAt = (paused: Paused, address: string): Paused[number] | undefined => {
  const path = address.split('?')[0] as string;
  return paused.find(({ screens }) => screens.includes(path));
};

/** A path that can stand in a selector as it is. */
const PLAIN = /^[\w/-]+$/;

/**
 * Style rules that mark every link to a screen of a paused service, whichever remote has drawn it: the mark is a text, which
 * screen readers read as a part of the link.
 */
export function markRules(paused: Paused, mark: string): string {
  const links = paused
    .flatMap(({ screens }) => screens)
    .filter((path) => PLAIN.test(path))
    .flatMap((path) => [`a[href='#${path}']`, `a[href^='#${path}?']`]);
  if (links.length === 0) return '';
  return `:where(${links.join(',')}) { position: relative }
:is(${links.join(',')})::after {
  content: ${JSON.stringify(mark)};
  position: var(--paused-mark-position, absolute);
  inset-block-start: 0;
  inset-inline-end: 0;
  translate: var(--paused-mark-shift, 0 0);
  z-index: 1;
  padding: 0 0.375rem;
  border-radius: 1rem;
  background: var(--warn);
  color: var(--ground);
  font-size: var(--text-11);
  line-height: 1.45;
  pointer-events: none;
}`;
}
