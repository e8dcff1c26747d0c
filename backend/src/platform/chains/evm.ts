import type { PublicClient } from 'viem';

const WITHIN = 4_000;

/**
 * A client of an EVM node, and of java-tron by its Ethereum JSON-RPC. viem is loaded on first use. Nothing is cached: with
 * a cache a re-organisation is missed. Nothing is repeated: the caller knows what a second request would mean.
 */
export async function openEvm(nodeUrl: string, { within = WITHIN } = {}): Promise<PublicClient> {
  const { createPublicClient, http } = await import('viem');
  return createPublicClient({
    cacheTime: 0,
    transport: http(nodeUrl, { timeout: within, retryCount: 0, fetchOptions: { redirect: 'error' } }),
  });
}
