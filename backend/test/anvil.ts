import { createPublicClient, createTestClient, createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { artefact } from '../src/domains/nft/chain/client.ts';
import { findAnvil, startAnvil } from '../tools/chains/programs.ts';

/* A real EVM node for tests: anvil of the npm package, which is installed for most machines. */

/** The first account of every anvil: it has money there and nowhere else. */
export const SIGNER_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export { findAnvil };

/** Starts a chain whose blocks are made on demand, with the contract on it. */
export async function startChain(program: string) {
  const { url, stop } = await startAnvil(program, ['--no-mining']);
  const transport = http(url);
  const account = privateKeyToAccount(SIGNER_KEY);
  const node = createTestClient({ mode: 'anvil', transport });
  const reader = createPublicClient({ transport, cacheTime: 0, pollingInterval: 10 });
  const wallet = createWalletClient({ account, transport });
  const { abi, bytecode } = artefact();
  const hash = await wallet.deployContract({ abi, bytecode, chain: null });
  await node.mine({ blocks: 1 });
  const { contractAddress } = await reader.getTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('the contract was not deployed');
  return {
    url,
    contract: contractAddress,
    node,
    wallet,
    mine: (blocks = 1) => node.mine({ blocks }),
    read: (functionName: string, ...args: unknown[]) =>
      reader.readContract({ address: contractAddress, abi, functionName, args }),
    nonce: () => reader.getTransactionCount({ address: account.address }),
    stop,
  };
}
