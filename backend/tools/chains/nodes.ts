import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAnvil, findLitecoind } from './programs.ts';

/** Where the nodes of this machine listen; null for a chain whose program is missing. */
export type Nodes = {
  readonly ethereum: { readonly port: number; readonly token: `0x${string}` | null } | null;
  readonly bitcoin: { readonly port: number } | null;
  /** Whether all of them run, with what they begin with. */
  readonly ready: boolean;
  /** Public keys of the deposit addresses, as settings of the backend; the signer has the private ones. */
  readonly deposits: Readonly<Record<string, string>> | null;
};

export const ethereumUrl = (port: number): string => `http://127.0.0.1:${port}`;

/** The chains' own folder in the platform's. */
export const chainsFolder = (dataDir: string): string => join(dataDir, 'chains');
const fileOf = (dataDir: string): string => join(chainsFolder(dataDir), 'nodes.json');

export function writeNodes(dataDir: string, nodes: Nodes): void {
  mkdirSync(chainsFolder(dataDir), { recursive: true });
  writeFileSync(fileOf(dataDir), JSON.stringify(nodes));
}

/** Throws where `npm run chains` never ran in this folder. */
export function readNodes(dataDir: string): Nodes {
  let text: string;
  try {
    text = readFileSync(fileOf(dataDir), 'utf8');
  } catch (error) {
    throw new Error(`${dataDir} has no local chains: start them by \`npm run chains\``, { cause: error });
  }
  return JSON.parse(text) as Nodes;
}

/** Chooses free ports for the chains whose programs are there. Token and keys of a former start are kept. */
export async function chooseNodes(dataDir: string, freePort: () => Promise<number>): Promise<Nodes> {
  let token: `0x${string}` | null = null;
  let deposits: Nodes['deposits'] = null;
  try {
    const former = readNodes(dataDir);
    token = former.ethereum?.token ?? null;
    deposits = former.deposits ?? null;
  } catch {
    // The first start here.
  }
  const nodes: Nodes = {
    ethereum: findAnvil() ? { port: await freePort(), token } : null,
    bitcoin: findLitecoind() ? { port: await freePort() } : null,
    ready: false,
    deposits,
  };
  writeNodes(dataDir, nodes);
  return nodes;
}
