import { Address, OutScript, p2pkh, p2wpkh, SigHash, Transaction } from '@scure/btc-signer';
import type { ChainOf } from '../config.ts';
import { type ChainSigner, type CheckedPayment, raises, type SigningKey } from './chain.ts';

/** Replaceable by fee (BIP 125). */
const SEQUENCE = 0xff_ff_ff_fd;

const compressed = (key: Uint8Array): Uint8Array =>
  Uint8Array.from([((key[64] ?? 0) & 1) === 1 ? 3 : 2, ...key.subarray(1, 33)]);

/** A positive integer in DER: as short as it can be, its first bit not set. */
function derInteger(bytes: Uint8Array): readonly number[] {
  const from = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.subarray(from);
  const body = (digits[0] ?? 0) >= 0x80 ? [0, ...digits] : [...digits];
  return [0x02, body.length, ...body];
}

/** A signature as blocks have it (BIP 66). */
function der(r: Uint8Array, s: Uint8Array): readonly number[] {
  const body = [...derInteger(r), ...derInteger(s)];
  return [0x30, body.length, ...body];
}

/** A Bitcoin-like chain: the hot wallet is one P2WPKH address (BIP 84), change returns to it. */
export function utxoSigner({ network: parameters }: ChainOf<'utxo'>, key: SigningKey): ChainSigner<'utxo'> {
  // Private keys are never written in a chain's form.
  const network = { ...parameters, wif: 0 };
  const walletOf = ({ publicKey }: SigningKey) => p2wpkh(compressed(publicKey), network);
  const own = walletOf(key);
  const outputs = (payments: readonly CheckedPayment[]) => payments.reduce((sum, { amount }) => sum + amount, 0n);
  const inputs = (spent: readonly { readonly value: string }[]) =>
    spent.reduce((sum, { value }) => sum + BigInt(value), 0n);
  const feeOf: ChainSigner<'utxo'>['feeOf'] = (payments, spend) =>
    inputs(spend.inputs) - outputs(payments) - BigInt(spend.change);
  return {
    kind: 'utxo',
    address: own.address ?? '',
    delegate: null,
    sweeps: true,
    addressOf: (of) => walletOf(of).address ?? '',
    readAddress(text) {
      try {
        const address = Address(network);
        return address.encode(address.decode(text));
      } catch {
        return null;
      }
    },
    feeOf,
    replaces: (_former, _next, fees) => raises(fees.former, fees.next),
    async sign(payments, spend, move) {
      const transaction = new Transaction();
      const keys = move?.kind === 'sweep' ? move.sources.map((source) => source.key) : spend.inputs.map(() => key);
      for (const [index, { txid, vout, value }] of spend.inputs.entries()) {
        transaction.addInput({
          txid,
          index: vout,
          witnessUtxo: { script: walletOf(keys[index] ?? key).script, amount: BigInt(value) },
          sequence: SEQUENCE,
        });
      }
      for (const { to, amount } of payments) transaction.addOutputAddress(to, amount, network);
      if (BigInt(spend.change) > 0n) transaction.addOutputAddress(own.address ?? '', BigInt(spend.change), network);
      for (const [index, { value }] of spend.inputs.entries()) {
        const signing = keys[index] ?? key;
        const { script } = p2pkh(compressed(signing.publicKey), network);
        const digest = transaction.preimageWitnessV0(index, script, SigHash.ALL, BigInt(value));
        const { r, s } = await signing.sign(digest);
        transaction.updateInput(
          index,
          { partialSig: [[compressed(signing.publicKey), Uint8Array.from([...der(r, s), SigHash.ALL])]] },
          true,
        );
      }
      transaction.finalize();
      const read = Transaction.fromRaw(transaction.extract());
      const expected = payments.map(({ to, amount }) => `${to} ${amount}`);
      const paid = payments.map((_, index) => {
        const { script, amount } = read.getOutput(index);
        return `${Address(network).encode(OutScript.decode(script ?? new Uint8Array()))} ${amount}`;
      });
      if (paid.join() !== expected.join() || read.outputsLength - payments.length > 1) {
        throw new Error('the signed bytes are of other payments');
      }
      return { raw: transaction.hex, txid: transaction.id };
    },
  };
}
