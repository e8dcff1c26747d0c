import type webpack from 'webpack';
import type { Uses } from './contract.ts';
import { ContractFailure } from './contract-failure.ts';
import { SHARED_PACKAGES } from './shared-sources.ts';

/** In the repository or installed. */
const OF_HOST = new RegExp(
  `[\\\\/](?:shared|@tessera)[\\\\/](${SHARED_PACKAGES.join('|')})[\\\\/]src[\\\\/]host\\.[jt]s$`,
);

/** By which packages hand their parts to the host, once. */
const HANDED = new Set(['takeHost', 'forHost']);

/** Throws ContractFailure where a built remote takes what is for the host alone. */
export function refuseHostsParts({ modules, moduleGraph }: webpack.Compilation, uses: Uses): void {
  for (const module of modules) {
    const resource = (module as webpack.NormalModule).resource ?? '';
    const name = OF_HOST.exec(resource)?.[1];
    if (name === undefined) continue;
    const by = moduleGraph.getIssuer(module) as webpack.NormalModule | null;
    const request = `@tessera/${name}/host`;
    throw new ContractFailure(`${by?.resource ?? 'The remote'}: ${request} is for the host alone.`);
  }
  const bus = uses['@tessera/bus'];
  const taken = bus?.exports.find((name) => HANDED.has(name));
  if (taken) throw new ContractFailure(`${taken} of @tessera/bus is for the host alone.`);
  if (bus?.calls?.['bus.emit']) {
    throw new ContractFailure('bus.emit is for the host alone: a remote asks by bus.request.');
  }
}
