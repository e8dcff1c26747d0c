import { content } from './domains/content/index.ts';
import { deposit } from './domains/deposits/index.ts';
import { fiat } from './domains/fiat/index.ts';
import { identity } from './domains/identity/index.ts';
import { market } from './domains/instruments/index.ts';
import { site } from './domains/site/index.ts';
import { spot } from './domains/spot/index.ts';
import { staff } from './domains/staff/index.ts';
import { wallet } from './domains/wallet/index.ts';
import { watchlist } from './domains/watchlist/index.ts';
import type { Dependencies, Domain, DomainFactory } from './platform/domain.ts';
import { realtime } from './platform/realtime/index.ts';
import { upload } from './platform/uploads/index.ts';

/** Every subject of the backend; a new one is a line here. */
const FACTORIES: readonly DomainFactory[] = [
  identity,
  upload,
  market,
  realtime,
  spot,
  wallet,
  watchlist,
  site,
  fiat,
  content,
  deposit,
  staff,
];

export const allDomains = (dependencies: Dependencies): readonly Domain[] =>
  FACTORIES.map((factory) => factory(dependencies));
