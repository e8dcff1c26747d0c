import {
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddress,
  keccak256,
  parseAbi,
  parseTransaction,
  serializeTransaction,
  toHex,
} from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import type { ChainOf } from '../config.ts';
import { type ChainSigner, type CheckedPayment, raises, type SigningKey } from './chain.ts';

const ERC20 = parseAbi(['function transfer(address to, uint256 amount)']);
const ZERO = `0x${'0'.repeat(40)}`;

/** An EVM chain: transactions of EIP-1559, coins by value and tokens by `transfer`. */
export function evmSigner({ chainId }: ChainOf<'evm'>, key: SigningKey): ChainSigner<'evm'> {
  const transfer = ({ to, amount, contract }: CheckedPayment) =>
    contract === null
      ? { to: to as Hex, value: amount }
      : { to: contract as Hex, data: encodeFunctionData({ abi: ERC20, args: [to as Hex, amount] }) };
  return {
    kind: 'evm',
    address: publicKeyToAddress(toHex(key.publicKey)),
    readAddress: (text) => (isAddress(text) && text !== ZERO ? getAddress(text) : null),
    feeOf: (_, { gas, maxFee }) => BigInt(gas) * BigInt(maxFee),
    replaces: (former, next) => raises(former.maxFee, next.maxFee) && raises(former.priorityFee, next.priorityFee),
    async sign([payment], { nonce, gas, maxFee, priorityFee }) {
      if (!payment) throw new Error('a transaction without a payment');
      const transaction = {
        type: 'eip1559',
        chainId,
        nonce,
        gas: BigInt(gas),
        maxFeePerGas: BigInt(maxFee),
        maxPriorityFeePerGas: BigInt(priorityFee),
        ...transfer(payment),
      } as const;
      const digest = keccak256(serializeTransaction(transaction), 'bytes');
      const { r, s, recovery } = await key.sign(digest);
      const raw = serializeTransaction(transaction, { r: toHex(r), s: toHex(s), yParity: recovery });
      // Read back from the bytes that leave: what they say is what was approved.
      const read = parseTransaction(raw);
      const expected = transfer(payment);
      const same =
        read.nonce === nonce &&
        read.to?.toLowerCase() === expected.to.toLowerCase() &&
        (read.value ?? 0n) === (expected.value ?? 0n) &&
        (read.data ?? '0x') === (expected.data ?? '0x');
      if (!same) throw new Error('the signed bytes are of another payment');
      return { raw: raw.slice(2), txid: keccak256(raw).slice(2) };
    },
  };
}
