import { Targets } from './address-target.ts';
import type { Use } from './capabilities.ts';
import type { PageParts } from './page-parts.ts';
import { Links } from './read-links.ts';
import { PageAddress } from './read-page-address.ts';
import type { Program } from './scopes.ts';

/** Where a script leads the page or a user, as far as its text shows. */
export function readWaysOut({ nodes }: Program, parts: PageParts): readonly Use[] {
  const targets = new Targets(parts);
  const [address, links] = [new PageAddress(parts, targets), new Links(parts, targets, nodes)];
  return nodes.flatMap((placed) => [...address.read(placed), ...links.read(placed)]);
}
