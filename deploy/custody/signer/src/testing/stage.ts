import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { approvalChallenge, type Payment, type SignRequest } from '@tessera/signer-api';
import { FakePasskey } from '../../../../../backend/test/fake-passkey.ts';
import { parseConfig, type SignerConfig } from '../config.ts';
import { openJournal } from '../journal.ts';
import { depositKeys, hotKey, openChains } from '../keys.ts';
import { createSigner } from '../signer.ts';

export const SEED = Buffer.alloc(32, 7);
export const JOURNAL_KEY = Buffer.alloc(32, 9);
export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
export const ANN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const BOB = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const ORIGIN = 'https://office.example';
const RP_ID = 'office.example';

/** A member's passkey as the signer's configuration lists it. */
export async function approver(member: string) {
  const device = new FakePasskey();
  const challenge = Buffer.from('challenge').toString('base64url');
  const made = device.create(JSON.stringify({ challenge, rp: { id: RP_ID } }), { origin: ORIGIN });
  const { registrationInfo } = await verifyRegistrationResponse({
    response: JSON.parse(made) as never,
    expectedChallenge: challenge,
    expectedOrigin: ORIGIN,
    expectedRPID: RP_ID,
  });
  const publicKey = Buffer.from(registrationInfo?.credential.publicKey ?? []).toString('base64url');
  return { device, listed: { member, credentialId: device.id, publicKey } };
}

const asset = {
  contract: null,
  decimals: 18,
  caps: { transaction: '10', hour: '20', day: '30' },
  approvalsAbove: '5',
  whitelistDelay: 0,
};

export const configOf = (changes: Partial<SignerConfig> = {}, evm: object = {}): SignerConfig =>
  parseConfig({
    name: 'test',
    approvers: [],
    rpId: RP_ID,
    origins: [ORIGIN],
    chains: {
      ethereum: {
        kind: 'evm',
        chainId: 31_337,
        decimals: 18,
        fees: { transaction: '0.01', day: '0.05' },
        assets: {
          ETH: { ...asset, approvalsAbove: '10', ...evm },
          USDT: { ...asset, contract: TOKEN, decimals: 6, approvalsAbove: '10' },
        },
      },
      bitcoin: {
        kind: 'utxo',
        network: { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a },
        decimals: 8,
        fees: { transaction: '0.001', day: '0.01' },
        assets: { BTC: { ...asset, decimals: 8, approvalsAbove: '10' } },
      },
      tron: {
        kind: 'tron',
        decimals: 6,
        topUp: '30',
        fees: { transaction: '100', day: '1000' },
        assets: {
          TRX: { ...asset, decimals: 6, approvalsAbove: '10' },
          USDT: { ...asset, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6, approvalsAbove: '10' },
        },
      },
    },
    ...changes,
  });

/** A signer with a state file of its own, which can be started again, and a clock that is moved. */
export async function signerStage(config: SignerConfig = configOf()) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-signer-'));
  const path = join(folder, 'state');
  let [wall, monotonic] = [1_800_000_000_000, 5_000];
  const clocks = { wall: () => wall, monotonic: () => monotonic };
  const chains = await openChains(config, (kind) => hotKey(SEED, kind));
  const deposits = new Map([...chains].map(([name, { kind }]) => [name, depositKeys(SEED, kind)]));
  let journal = openJournal(path, JOURNAL_KEY);
  let signer = createSigner({ config, chains, deposits, journal, clocks });
  return {
    config,
    chains,
    folder,
    path,
    signer: () => signer,
    now: () => wall,
    pass(ms: number) {
      wall += ms;
      monotonic += ms;
    },
    /** Sets the clock: no time passes. */
    setClock(ms: number) {
      wall += ms;
    },
    restart() {
      journal.close();
      journal = openJournal(path, JOURNAL_KEY);
      signer = createSigner({ config, chains, deposits, journal, clocks });
    },
    end() {
      journal.close();
      rmSync(folder, { recursive: true });
    },
  };
}

type Passkey = Awaited<ReturnType<typeof approver>>;

/** What a member's passkey says to a payment. */
export const approve = (
  { device }: Passkey,
  chain: string,
  { id, asset: of, to, amount, attempt }: Payment,
  { signer = 'test', origin = ORIGIN, verified = true } = {},
): string =>
  device.sign(
    JSON.stringify({
      challenge: approvalChallenge(signer, { id, chain, asset: of, to, amount, attempt }),
      rpId: RP_ID,
    }),
    { origin, verified },
  );

export const GWEI = 1_000_000_000n;
export const ether = (amount: number): string => String(BigInt(Math.round(amount * 1e6)) * 10n ** 12n);

/** What the configuration of the stage says of an asset, as the backend has it. */
export function assetOf(chain: string, name: string): { readonly contract: string | null; readonly decimals: number } {
  const listed = configOf().chains[chain]?.assets[name];
  return { contract: listed?.contract ?? null, decimals: listed?.decimals ?? 18 };
}

let nonces = 0;
type EvmChanges = Partial<SignRequest['payments'][number]> & { readonly spend?: object };
/** A request for one ETH to Ann, with the next nonce. */
export function evmRequest({ approvals = [], spend = {}, ...payment }: EvmChanges = {}): SignRequest {
  const nonce = nonces++;
  return {
    chain: 'ethereum',
    payments: [
      {
        id: `withdrawal:${nonce}`,
        asset: 'ETH',
        ...assetOf('ethereum', payment.asset ?? 'ETH'),
        to: ANN,
        amount: ether(1),
        attempt: 0,
        ...payment,
        approvals: [...approvals],
      },
    ],
    spend: {
      kind: 'evm',
      nonce,
      gas: '21000',
      maxFee: String(20n * GWEI),
      priorityFee: String(GWEI),
      ...spend,
    } as SignRequest['spend'],
  };
}
