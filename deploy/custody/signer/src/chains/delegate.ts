import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Abi,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  zeroHash,
} from 'viem';

/** Deploys what it is called with at an address that follows from it alone (CREATE2); the same contract on every chain. */
export const DEPLOYER: Hex = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

const artefact = (): { readonly abi: Abi; readonly bytecode: Hex } =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'sweep-delegate.json'), 'utf8'));

/**
 * The code that deposit addresses delegate to. Its address follows from the code and the hot wallet that is written into
 * it: what lies at that address, deployed by any account, sends to this hot wallet only.
 */
export function delegateOf(hot: string) {
  const { abi, bytecode } = artefact();
  const code = concatHex([bytecode, encodeAbiParameters([{ type: 'address' }], [hot as Hex])]);
  return {
    address: getContractAddress({ opcode: 'CREATE2', from: DEPLOYER, salt: zeroHash, bytecode: code }),
    /** What the deployer is called with. */
    deployment: concatHex([zeroHash, code]),
    /** Of a token, or the chain's coin where `contract` is null. */
    sweep: (contract: string | null, sources: readonly { readonly address: string; readonly amount: bigint }[]): Hex =>
      encodeFunctionData({
        abi,
        functionName: 'sweep',
        args: [
          contract ?? `0x${'0'.repeat(40)}`,
          sources.map(({ address }) => address),
          sources.map(({ amount }) => amount),
        ],
      }),
  };
}
