import { content } from './content/index.ts';
import { deposit } from './deposit/index.ts';
import type { Dependencies, Domain, DomainFactory } from './domain.ts';
import { fiat } from './fiat/index.ts';
import { identity } from './identity/index.ts';
import { market } from './instrument/index.ts';
import { realtime } from './realtime/index.ts';
import { site } from './site/index.ts';
import { spot } from './spot/index.ts';
import { staff } from './staff/index.ts';
import { upload } from './upload/index.ts';
import { wallet } from './wallet/index.ts';
import { watchlist } from './watchlist/index.ts';

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
