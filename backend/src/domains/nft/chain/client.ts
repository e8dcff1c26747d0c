import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Abi, Hex } from 'viem';
import type { ChainSettings } from '../../../platform/chain-settings.ts';

/*
 * What minting needs of an EVM chain. viem is loaded on first use: most installations mint nothing.
 */

export type Fees = {
  /** wei for a unit of gas. */
  readonly max: bigint;
  readonly priority: bigint;
};

export type Mint = {
  readonly contract: string;
  readonly to: string;
  readonly tokenId: string;
  readonly uri: string;
  readonly royaltyBp: number;
};

export type Signed = { readonly raw: string; readonly hash: string; readonly maxFee: bigint };

export type ChainClient = {
  readonly signer: string;
  chainId(): Promise<number>;
  /** Number of the newest block. */
  head(): Promise<number>;
  /** Transactions of the signer, or of another address, that blocks hold, up to one by its number or to the newest. */
  count(atBlock?: number, of?: string): Promise<number>;
  fees(): Promise<Fees>;
  /** Gas that a mint takes. Rejects where the contract would reject it. */
  gas(mint: Mint): Promise<bigint>;
  /** Signs without asking the chain anything: the same input is the same transaction. */
  sign(mint: Mint, terms: { chainId: number; nonce: number; gas: bigint; fees: Fees }): Promise<Signed>;
  /** Hands a signed transaction to the chain. One that it has is accepted; rejects only where the chain is not reached. */
  send(raw: string): Promise<void>;
  receipt(hash: string): Promise<{ readonly block: number; readonly succeeded: boolean } | null>;
  /** Who owns a token, by the newest block or an earlier one; null before it is minted. */
  owner(contract: string, tokenId: string, atBlock?: number): Promise<string | null>;
  /** The address whose key signed a transaction. */
  senderOf(raw: string): Promise<string>;
};

const GWEI = 1_000_000_000n;
const WITHIN = 10_000;

/** What nodes say of a transaction that they have, or whose nonce is used: sending it again changes nothing. */
const KNOWN = /already known|already imported|nonce too low|known transaction|replacement transaction underpriced/i;

export type Artefact = { readonly abi: Abi; readonly bytecode: Hex };

export const artefact = (): Artefact =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'tessera-works.json'), 'utf8')) as Artefact;

export async function openChain(settings: ChainSettings): Promise<ChainClient> {
  const {
    createPublicClient,
    encodeFunctionData,
    http,
    keccak256,
    recoverTransactionAddress,
    TransactionReceiptNotFoundError,
    BaseError,
  } = await import('viem');
  const { privateKeyToAccount } = await import('viem/accounts');
  const account = privateKeyToAccount(settings.signerKey as Hex);
  const { abi } = artefact();
  // With a cache a reorganisation is missed.
  const client = createPublicClient({
    cacheTime: 0,
    transport: http(settings.rpcUrl, { timeout: WITHIN, retryCount: 0, fetchOptions: { redirect: 'error' } }),
  });
  const receiver = (settings.royaltyReceiver ?? account.address) as Hex;
  const dataOf = ({ to, tokenId, uri, royaltyBp }: Mint): Hex =>
    encodeFunctionData({ abi, functionName: 'mint', args: [to, BigInt(tokenId), uri, receiver, BigInt(royaltyBp)] });
  return {
    signer: account.address,
    chainId: () => client.getChainId(),
    head: async () => Number(await client.getBlockNumber()),
    count: (atBlock, of) =>
      client.getTransactionCount({
        address: (of ?? account.address) as Hex,
        ...(atBlock === undefined ? { blockTag: 'latest' } : { blockNumber: BigInt(Math.max(0, atBlock)) }),
      }),
    async fees() {
      const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas();
      return { max: maxFeePerGas, priority: maxPriorityFeePerGas };
    },
    gas: (mint) => client.estimateGas({ account: account.address, to: mint.contract as Hex, data: dataOf(mint) }),
    async sign(mint, { chainId, nonce, gas, fees }) {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        gas,
        to: mint.contract as Hex,
        data: dataOf(mint),
        maxFeePerGas: fees.max,
        maxPriorityFeePerGas: fees.priority,
      });
      return { raw, hash: keccak256(raw), maxFee: fees.max };
    },
    async send(raw) {
      try {
        await client.sendRawTransaction({ serializedTransaction: raw as Hex });
      } catch (error) {
        if (!(error instanceof BaseError) || !KNOWN.test(`${error.message} ${error.details}`)) throw error;
      }
    },
    async receipt(hash) {
      try {
        const { blockNumber, status } = await client.getTransactionReceipt({ hash: hash as Hex });
        return { block: Number(blockNumber), succeeded: status === 'success' };
      } catch (error) {
        if (error instanceof TransactionReceiptNotFoundError) return null;
        throw error;
      }
    },
    senderOf: (raw) => recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` }),
    async owner(contract, tokenId, atBlock) {
      try {
        return (await client.readContract({
          address: contract as Hex,
          abi,
          functionName: 'ownerOf',
          args: [BigInt(tokenId)],
          ...(atBlock !== undefined && { blockNumber: BigInt(Math.max(0, atBlock)) }),
        })) as string;
      } catch (error) {
        // Before the contract was there, a call of it returns nothing.
        if (error instanceof BaseError && /NotMinted|returned no data/.test(error.message)) return null;
        throw error;
      }
    },
  };
}

export const gwei = (amount: number): bigint => BigInt(amount) * GWEI;
