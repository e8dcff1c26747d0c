import { createHash } from 'node:crypto';
import { toHex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import type { ChainSigner, CheckedMove, CheckedPayment, SigningKey } from './chain.ts';

/** Most that a transfer of TRX burns, in sun: bandwidth, and the account of the recipient where it is new. */
const TRANSFER_COSTS = 2_000_000n;
/** ms; the network takes none that lasts longer. */
export const LONGEST = 24 * 3_600_000;

/** TRON: TRX by a transfer, tokens (TRC-20) by a contract call. tronweb builds without a node. */
export async function tronSigner(key: SigningKey): Promise<ChainSigner<'tron'>> {
  // Loaded on demand: it takes more than a second and 50 MB.
  const { TronWeb, utils } = await import('tronweb');
  const { transaction: transactions } = utils;
  const tron = new TronWeb({ fullHost: 'http://127.0.0.1:1' });
  const hexOf = ({ publicKey }: SigningKey) => `41${publicKeyToAddress(toHex(publicKey)).slice(2).toLowerCase()}`;
  const addressOf = (of: SigningKey): string => TronWeb.address.fromHex(hexOf(of));
  /** Of a sweep the deposit address, which pays for its transaction itself. */
  const payer = (move: CheckedMove | undefined): SigningKey =>
    (move?.kind === 'sweep' ? move.sources[0]?.key : undefined) ?? key;

  async function build(
    own: string,
    { to, amount, contract }: CheckedPayment,
    blockHeader: Record<string, unknown>,
    limit: number,
  ) {
    if (contract === null) {
      if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('the amount is above what TRON can hold');
      return tron.transactionBuilder.sendTrx(to, Number(amount), own, { blockHeader } as never);
    }
    const parameters = [
      { type: 'address', value: to },
      { type: 'uint256', value: String(amount) },
    ];
    const options = { feeLimit: limit, txLocal: true, blockHeader };
    const call = 'transfer(address,uint256)';
    const { transaction } = await tron.transactionBuilder.triggerSmartContract(
      contract,
      call,
      options as never,
      parameters,
      own,
    );
    return transaction;
  }

  return {
    kind: 'tron',
    address: addressOf(key),
    delegate: null,
    sweeps: true,
    addressOf,
    readAddress: (text) => (/^T/.test(text) && TronWeb.isAddress(text) ? text : null),
    feeOf: ([payment], { feeLimit }) => (payment?.contract === null ? TRANSFER_COSTS : BigInt(feeLimit)),
    // Two transactions of a payment could both be mined: the former has to expire first.
    replaces: () => false,
    async sign([payment], { refBlockBytes, refBlockHash, timestamp, expiration, feeLimit }, move) {
      if (!payment) throw new Error('a transaction without a payment');
      const blockHeader = { ref_block_bytes: refBlockBytes, ref_block_hash: refBlockHash, expiration, timestamp };
      const from = payer(move);
      const built = await build(addressOf(from), payment, blockHeader, Number(feeLimit));
      const { raw_data: data, raw_data_hex: hex } = built;
      const digest = createHash('sha256').update(Buffer.from(hex, 'hex')).digest();
      // The bytes are encoded again from their fields, and the fields are those of the payment.
      if (!transactions.txCheck(built) || digest.toString('hex') !== built.txID) {
        throw new Error('the bytes are of another transaction');
      }
      const [call, more] = data.contract;
      const value = call?.parameter.value as Record<string, unknown> | undefined;
      const toHexAddress = TronWeb.address.toHex(payment.to);
      const uint = payment.amount.toString(16).padStart(64, '0');
      const paid =
        payment.contract === null
          ? call?.type === 'TransferContract' &&
            value?.to_address === toHexAddress &&
            BigInt(String(value?.amount)) === payment.amount
          : call?.type === 'TriggerSmartContract' &&
            value?.contract_address === TronWeb.address.toHex(payment.contract) &&
            value?.data === `a9059cbb${toHexAddress.slice(2).padStart(64, '0')}${uint}` &&
            !value?.call_value;
      if (!paid || more || value?.owner_address !== hexOf(from) || data.expiration !== expiration) {
        throw new Error('the bytes are of another payment');
      }
      const { r, s, recovery } = await from.sign(digest);
      const signature = [...[r, s].map((part) => Buffer.from(part).toString('hex')), recovery === 0 ? '1b' : '1c'];
      return { raw: JSON.stringify({ ...built, signature: [signature.join('')] }), txid: built.txID };
    },
  };
}
