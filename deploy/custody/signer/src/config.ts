import { readFileSync } from 'node:fs';
import * as z from 'zod';

/*
 * What the signer allows. It is a file of the signer's own machine: the backend neither reads nor changes it.
 */

/** A decimal amount, such as "0.5". */
const amount = z.string().regex(/^(0|[1-9]\d{0,30})(\.\d{1,30})?$/);
const name = z.string().regex(/^[A-Za-z0-9._-]{1,40}$/);

const asset = z.strictObject({
  /** Contract of a token; null for the chain's own coin. */
  contract: z.nullable(z.string().min(1).max(120)),
  decimals: z.int().min(0).max(30),
  caps: z.strictObject({ transaction: amount, hour: amount, day: amount }),
  /** Above it a payment, or what single payments sent to an address within a day, needs two approvals. */
  approvalsAbove: amount,
  /** s from the announcement of an address to the first payment to it. */
  whitelistDelay: z
    .int()
    .min(0)
    .max(30 * 86_400),
});
const common = {
  /** Decimals of the chain's own coin, in which fees are paid. */
  decimals: z.int().min(0).max(30),
  /** Most that one transaction, and all of a day, may cost. */
  fees: z.strictObject({ transaction: amount, day: amount }),
  /** The one address that takes what is too much for the hot wallet: no cap, delay or approval counts for it. */
  cold: z.optional(z.string().min(1).max(120)),
  /** Least that makes a deposit final: what the platform credits sooner is not credited at all. */
  confirmations: z.optional(z.int().min(1).max(1_000)),
  finality: z.optional(z.enum(['confirmations', 'finalized'])),
  assets: z.record(name, asset),
};
const chain = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('evm'), chainId: z.int().min(1), ...common }),
  z.strictObject({
    kind: z.literal('utxo'),
    /** Parameters of addresses, as BIP 173 and base58check have them. */
    network: z.strictObject({
      bech32: z.string().regex(/^[a-z]{1,20}$/),
      pubKeyHash: z.int().min(0).max(255),
      scriptHash: z.int().min(0).max(255),
    }),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('tron'),
    /** Most of the chain's coin that a deposit address gets from the hot wallet within a day; without it none gets any. */
    topUp: z.optional(amount),
    ...common,
  }),
]);
const token = z.strictObject({
  /** Folder of the package pkcs11js, which the operator installs. */
  pkcs11js: z.string().regex(/^\//),
  /** The PKCS#11 library of the device. */
  module: z.string().regex(/^\//),
  label: z.string().min(1).max(32),
  /** Labels of the hot wallets' keys by chain. A chain that is absent has its key from the key file. */
  keys: z.record(name, z.string().min(1).max(80)),
});
const configShape = z.strictObject({
  /** Part of what is approved: an approval for one signer is none for another. */
  name,
  approvers: z
    .array(
      z.strictObject({
        member: z.string().min(1).max(80),
        /** Both base64url, as the passkey was registered. The key is COSE. */
        credentialId: z.string().regex(/^[A-Za-z0-9_-]{1,1000}$/),
        publicKey: z.string().regex(/^[A-Za-z0-9_-]{1,4000}$/),
      }),
    )
    .max(100),
  /** Domain of the back office, and its origins. */
  rpId: z.string().min(1).max(200),
  origins: z.array(z.url()).min(1).max(10),
  chains: z.record(name, chain),
  token: z.optional(token),
});

export type SignerConfig = z.infer<typeof configShape>;
export type ChainConfig = z.infer<typeof chain>;
export type TokenConfig = z.infer<typeof token>;
export type AssetConfig = z.infer<typeof asset>;
export type ChainOf<Kind extends ChainConfig['kind']> = Extract<ChainConfig, { kind: Kind }>;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A decimal amount in smallest units. Throws where it has more places than the asset. */
export function toUnits(text: string, decimals: number): bigint {
  const [whole = '0', part = ''] = text.split('.');
  if (part.length > decimals) throw new ConfigError(`${text} has more than ${decimals} decimal places.`);
  return BigInt(whole + part.padEnd(decimals, '0'));
}

/** Throws `ConfigError` that names what is wrong: a signer with a doubtful configuration does not start. */
export function parseConfig(value: unknown): SignerConfig {
  const reading = configShape.safeParse(value);
  if (!reading.success) throw new ConfigError(z.prettifyError(reading.error));
  const config = reading.data;
  for (const [chainName, of] of Object.entries(config.chains)) {
    const { assets, decimals, fees } = of;
    if (of.kind === 'tron') toUnits(of.topUp ?? '0', decimals);
    toUnits(fees.transaction, decimals);
    toUnits(fees.day, decimals);
    for (const [assetName, each] of Object.entries(assets)) {
      const caps = [each.approvalsAbove, each.caps.transaction, each.caps.hour, each.caps.day];
      const [approvals = 0n, transaction = 0n, hour = 0n, day = 0n] = caps.map((cap) => toUnits(cap, each.decimals));
      const where = `${assetName} on ${chainName}`;
      if (transaction > hour || hour > day) throw new ConfigError(`The caps of ${where} are not in order.`);
      const members = new Set(config.approvers.map(({ member }) => member));
      if (approvals < transaction && members.size < 2) {
        throw new ConfigError(`${where} needs approvals, and there are fewer than two members who approve.`);
      }
    }
  }
  const stray = Object.keys(config.token?.keys ?? {}).find((each) => !Object.hasOwn(config.chains, each));
  if (stray !== undefined) throw new ConfigError(`The token has a key for ${stray}, which is no chain.`);
  const ids = config.approvers.map(({ credentialId }) => credentialId);
  if (new Set(ids).size < ids.length) throw new ConfigError('A passkey is listed twice.');
  return config;
}

export const readConfig = (path: string): SignerConfig => parseConfig(JSON.parse(readFileSync(path, 'utf8')));
