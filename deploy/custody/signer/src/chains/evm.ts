import {
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddress,
  keccak256,
  parseAbi,
  parseTransaction,
  type SignedAuthorizationList,
  serializeTransaction,
  toHex,
} from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { hashAuthorization } from 'viem/utils';
import type { ChainOf } from '../config.ts';
import { type ChainSigner, type CheckedMove, type CheckedPayment, raises, type SigningKey } from './chain.ts';
import { DEPLOYER, delegateOf } from './delegate.ts';

const ERC20 = parseAbi(['function transfer(address to, uint256 amount)']);
const ZERO: Hex = `0x${'0'.repeat(40)}`;

/** An EVM chain: transactions of EIP-1559, coins by value and tokens by `transfer`; sweeps by EIP-7702. */
export function evmSigner({ chainId }: ChainOf<'evm'>, key: SigningKey): ChainSigner<'evm'> {
  const addressOf = ({ publicKey }: SigningKey) => publicKeyToAddress(toHex(publicKey));
  const delegate = delegateOf(addressOf(key));
  const transfer = ({ to, amount, contract }: CheckedPayment) =>
    contract === null
      ? { to: to as Hex, value: amount }
      : { to: contract as Hex, data: encodeFunctionData({ abi: ERC20, args: [to as Hex, amount] }) };
  const callOf = (payment: CheckedPayment, move?: CheckedMove): { to: Hex; value?: bigint; data?: Hex } => {
    if (move?.kind === 'prepare') return { to: DEPLOYER, data: delegate.deployment };
    if (move?.kind === 'sweep') return { to: delegate.address, data: delegate.sweep(payment.contract, move.sources) };
    // Of a release the authorizations are all that it does.
    if (move?.kind === 'release') return { to: addressOf(key), value: 0n };
    return transfer(payment);
  };
  /** Deposit addresses that take the delegate as their code, or none. An authorization is of no use for any other code. */
  async function authorize(move: CheckedMove | undefined, asked: readonly { address: string; nonce: number }[]) {
    const list: SignedAuthorizationList[number][] = [];
    for (const { address, nonce } of asked) {
      const sources = move?.kind === 'sweep' || move?.kind === 'release' ? move.sources : [];
      const source = sources.find((each) => each.address === address);
      if (!source) throw new Error('an authorization of another address');
      const terms = { address: move?.kind === 'release' ? ZERO : delegate.address, chainId, nonce };
      const { r, s, recovery } = await source.key.sign(hashAuthorization({ ...terms, to: 'bytes' }));
      list.push({ ...terms, r: toHex(r), s: toHex(s), yParity: recovery });
    }
    return list;
  }
  return {
    kind: 'evm',
    address: addressOf(key),
    delegate: delegate.address,
    sweeps: true,
    addressOf,
    readAddress: (text) => (isAddress(text) && text !== ZERO ? getAddress(text) : null),
    feeOf: (_, { gas, maxFee }) => BigInt(gas) * BigInt(maxFee),
    replaces: (former, next) => raises(former.maxFee, next.maxFee) && raises(former.priorityFee, next.priorityFee),
    async sign([payment], { nonce, gas, maxFee, priorityFee, authorizations = [] }, move) {
      if (!payment) throw new Error('a transaction without a payment');
      const expected = callOf(payment, move);
      const authorizationList = await authorize(move, authorizations);
      const common = {
        chainId,
        nonce,
        gas: BigInt(gas),
        maxFeePerGas: BigInt(maxFee),
        maxPriorityFeePerGas: BigInt(priorityFee),
        ...expected,
      };
      const transaction =
        authorizationList.length > 0
          ? ({ type: 'eip7702', authorizationList, ...common } as const)
          : ({ type: 'eip1559', ...common } as const);
      const digest = keccak256(serializeTransaction(transaction), 'bytes');
      const { r, s, recovery } = await key.sign(digest);
      const raw = serializeTransaction(transaction, { r: toHex(r), s: toHex(s), yParity: recovery });
      // Read back from the bytes that leave: what they say is what was approved.
      const read = parseTransaction(raw);
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
