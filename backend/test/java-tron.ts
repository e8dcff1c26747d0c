import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { tronHex } from '../src/platform/chains/tron-address.ts';

/*
 * A node of TRON for tests: the calls of java-tron's HTTP API and of its Ethereum JSON-RPC (`/jsonrpc`) that payments,
 * watching and reconciliation need, as its documentation has them. It checks signature, reference block and expiration of
 * what it is sent, and runs transfers of TRX and of one token, with the fees that they burn.
 */

type Sent = {
  readonly txID: string;
  readonly raw_data: {
    readonly contract: readonly {
      readonly type: string;
      readonly parameter: { readonly value: Record<string, string> & { readonly amount?: number } };
    }[];
    readonly ref_block_bytes: string;
    readonly ref_block_hash: string;
    readonly expiration: number;
    readonly fee_limit?: number;
  };
  readonly raw_data_hex: string;
  readonly signature: readonly string[];
};
type Block = { readonly number: number; readonly time: number; readonly id: string };
type Log = { readonly txid: string; readonly from: string; readonly to: string; readonly data: string };
type State = { readonly tokens: ReadonlyMap<string, bigint>; readonly sun: ReadonlyMap<string, number> };

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
/** Blocks after which one stands for good. */
const SOLID = 2;
const BLOCK_TIME = 3_000;
const ENERGY = { price: 100, transfer: 60_000 };
/** sun that a transaction burns for its bytes, and for an account that is new. */
const BYTES = 345_000;
const ACCOUNT = 1_100_000;
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const hexOf = (address: string) => tronHex(address).slice(2);

/** The account that signed, 40 hexadecimal digits. */
function signerOf({ txID, signature: [signature = ''] }: Sent): string {
  const bytes = Buffer.from(signature, 'hex');
  const recovery = (bytes[64] ?? 0) - 27;
  const point = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(Buffer.from(txID, 'hex'));
  return Buffer.from(keccak_256(point.toBytes(false).subarray(1)).subarray(-20)).toString('hex');
}

/** Starts it with an empty chain whose first block is at `start`, Unix ms. */
export async function startTron(contract: string, start: number) {
  const blocks: Block[] = [];
  const infos = new Map<string, Record<string, unknown> & { readonly blockNumber: number }>();
  const tokens = new Map<string, bigint>();
  const sun = new Map<string, number>();
  /** Of each block. */
  const states: State[] = [];
  const logs: Log[][] = [];
  let pool: Sent[] = [];
  let incoming: Log[] = [];
  let [time, stopped, deposits, interruptions, handed] = [start, false, 0, 0, 0];

  const block = () => {
    const number = blocks.length;
    const id = number.toString(16).padStart(16, '0') + sha256(`block ${number}`).slice(0, 48);
    blocks.push({ number, time, id });
    logs.push([]);
    return number;
  };
  const keep = () => states.push({ tokens: new Map(tokens), sun: new Map(sun) });
  const head = (): Block => blocks.at(-1) as Block;
  const solid = (): Block => blocks[Math.max(0, blocks.length - 1 - SOLID)] as Block;
  const wire = ({ number, time: timestamp, id }: Block) => ({
    blockID: id,
    block_header: { raw_data: { ...(number > 0 && { number }), timestamp } },
  });
  const held = (account: string) => tokens.get(account) ?? 0n;

  /** Runs `transfer`. False where the contract reverts. */
  function transfer(from: string, to: string, amount: bigint, run: boolean): boolean {
    if (stopped || held(from) < amount) return false;
    if (run) {
      tokens.set(from, held(from) - amount);
      tokens.set(to, held(to) + amount);
    }
    return true;
  }

  const burn = (account: string, amount: number) => sun.set(account, (sun.get(account) ?? 0) - amount);

  function executeCoins(txID: string, value: Record<string, unknown>, blockNumber: number): void {
    const [from, to] = [String(value.owner_address).slice(2), String(value.to_address).slice(2)];
    const amount = Number(value.amount);
    const fee = BYTES + (sun.has(to) ? 0 : ACCOUNT);
    // A block takes no transfer that its sender cannot pay.
    if ((sun.get(from) ?? 0) < amount + fee) return;
    burn(from, amount + fee);
    burn(to, -amount);
    infos.set(txID, { id: txID, blockNumber, fee });
  }

  function execute({ txID, raw_data }: Sent, blockNumber: number): void {
    const value = raw_data.contract[0]?.parameter.value ?? {};
    if (raw_data.contract[0]?.type === 'TransferContract') {
      executeCoins(txID, value, blockNumber);
      return;
    }
    const [from, to, amount] = [
      value.owner_address?.slice(2) ?? '',
      value.data?.slice(32, 72) ?? '',
      value.data?.slice(72) ?? '',
    ];
    const energy = ENERGY.price * ENERGY.transfer;
    const burnt = Math.min(energy, raw_data.fee_limit ?? 0, (sun.get(from) ?? 0) - BYTES);
    const done = burnt === energy && transfer(from, to, BigInt(`0x${amount}`), true);
    burn(from, Math.max(0, burnt) + BYTES);
    if (done) logs[blockNumber]?.push({ txid: txID, from, to, data: amount });
    infos.set(txID, {
      id: txID,
      blockNumber,
      fee: Math.max(0, burnt) + BYTES,
      receipt: { result: done ? 'SUCCESS' : 'REVERT' },
      ...(done
        ? {
            log: [
              {
                address: hexOf(contract),
                topics: [TRANSFER, from.padStart(64, '0'), to.padStart(64, '0')],
                data: amount,
              },
            ],
          }
        : { result: 'FAILED' }),
    });
  }

  function broadcast(sent: Sent): object {
    handed += 1;
    const fault = (code: string) => ({ code, message: Buffer.from(`Validate ${code}`).toString('hex') });
    const { raw_data, raw_data_hex, txID } = sent;
    const [call, more] = raw_data.contract;
    const value = call?.parameter.value ?? {};
    const isCoins = call?.type === 'TransferContract';
    const named = [value.owner_address, ...(isCoins ? [value.to_address] : [value.contract_address, value.data])].every(
      (part) => part && raw_data_hex.includes(part),
    );
    const isCall = call?.type === 'TriggerSmartContract' && value.contract_address === `41${hexOf(contract)}`;
    const isOne = (isCoins || isCall) && !more;
    if (sha256(Buffer.from(raw_data_hex, 'hex')) !== txID || !named || !isOne) return fault('CONTRACT_VALIDATE_ERROR');
    if (`41${signerOf(sent)}` !== value.owner_address) return fault('SIGERROR');
    const known = blocks.some(
      ({ number, id }) =>
        (number % 0x1_00_00).toString(16).padStart(4, '0') === raw_data.ref_block_bytes &&
        id.slice(16, 32) === raw_data.ref_block_hash,
    );
    if (!known) return fault('TAPOS_ERROR');
    if (infos.has(txID) || pool.some((each) => each.txID === txID)) return fault('DUP_TRANSACTION_ERROR');
    if (raw_data.expiration <= head().time) return fault('TRANSACTION_EXPIRATION_ERROR');
    pool.push(sent);
    return { result: true, txid: txID };
  }

  function constant({ owner_address, function_selector, parameter }: Record<string, string>): object {
    const owner = hexOf(owner_address ?? '');
    const words = [parameter?.slice(24, 64) ?? '', parameter?.slice(64) ?? ''];
    if (function_selector === 'balanceOf(address)') {
      return {
        result: { result: true },
        constant_result: [
          held(words[0] ?? '')
            .toString(16)
            .padStart(64, '0'),
        ],
      };
    }
    const done = transfer(owner, words[0] ?? '', BigInt(`0x${words[1]}`), false);
    const message = done ? {} : { message: Buffer.from('REVERT opcode executed').toString('hex') };
    return { result: { result: true, ...message }, energy_used: ENERGY.transfer, constant_result: [''] };
  }

  function mine(count = 1) {
    for (let n = 0; n < count; n += 1) {
      time += BLOCK_TIME;
      const taken = pool.filter(({ raw_data }) => raw_data.expiration > time);
      pool = [];
      const number = block();
      for (const each of taken) execute(each, number);
      for (const each of incoming) {
        tokens.set(each.to, held(each.to) + BigInt(`0x${each.data}`));
        logs[number]?.push(each);
      }
      incoming = [];
      keep();
    }
  }

  const balanceAt = ({ sun: of }: Pick<State, 'sun'>, { address = '' }: Record<string, string>) => ({
    balance: of.get(hexOf(address)) ?? 0,
  });
  const hash = (height: number) => `0x${blocks[height]?.id}`;
  const ethBlock = (tag = '') => {
    const named = { latest: head().number, finalized: solid().number }[tag] ?? Number(tag);
    if (!blocks[named]) return null;
    const parentHash = named > 0 ? hash(named - 1) : `0x${'0'.repeat(64)}`;
    return { number: `0x${named.toString(16)}`, hash: hash(named), parentHash, transactions: [] };
  };
  const rpcCalls: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => `0x${identity().toString(16)}`,
    eth_getBlockByNumber: ([tag]) => ethBlock(String(tag)),
    eth_getLogs([filter]) {
      const { blockHash } = filter as { readonly blockHash: string };
      const number = blocks.findIndex(({ id }) => `0x${id}` === blockHash);
      return (logs[number] ?? []).map(({ txid, from, to, data }, index) => ({
        address: `0x${hexOf(contract)}`,
        topics: [TRANSFER, from.padStart(64, '0'), to.padStart(64, '0')].map((topic) => `0x${topic}`),
        data: `0x${data}`,
        blockHash,
        transactionHash: `0x${txid}`,
        logIndex: `0x${index.toString(16)}`,
      }));
    },
    eth_getTransactionReceipt: () => null,
  };
  const identity = () => Number.parseInt((blocks[0] as Block).id.slice(-8), 16);
  const rpc = ({ id, method, params }: { id: unknown; method: string; params: readonly unknown[] }) => ({
    jsonrpc: '2.0',
    id,
    result: rpcCalls[method]?.(params) ?? null,
  });

  const calls: Readonly<Record<string, (body: Record<string, string>) => object>> = {
    'wallet/getnowblock': () => wire(head()),
    'walletsolidity/getnowblock': () => wire(solid()),
    'wallet/getblockbynum': ({ num }) => wire(blocks[Number(num)] as Block),
    'wallet/getchainparameters': () => ({ chainParameter: [{ key: 'getEnergyFee', value: ENERGY.price }] }),
    'wallet/getaccount': (body) => balanceAt({ sun }, body),
    'walletsolidity/getaccount'(body) {
      const balance = balanceAt(states[solid().number] as State, body);
      if (interruptions > 0) mine(1);
      interruptions -= 1;
      return balance;
    },
    'walletsolidity/triggerconstantcontract': ({ parameter = '' }) => ({
      result: { result: true },
      constant_result: [
        ((states[solid().number] as State).tokens.get(parameter.slice(24)) ?? 0n).toString(16).padStart(64, '0'),
      ],
    }),
    jsonrpc: (body) => (Array.isArray(body) ? body.map(rpc) : rpc(body as never)),
    'wallet/getaccountresource': () => ({}),
    'wallet/triggerconstantcontract': constant,
    'wallet/broadcasttransaction': (body) => broadcast(body as unknown as Sent),
    'wallet/gettransactioninfobyid': ({ value = '' }) => infos.get(value) ?? {},
    'walletsolidity/gettransactioninfobyid': ({ value = '' }) => {
      const info = infos.get(value);
      return info && info.blockNumber <= solid().number ? info : {};
    },
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    const call = calls[request.url?.slice(1) ?? ''];
    response.writeHead(call ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(call?.(JSON.parse(text || '{}')) ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  block();
  keep();
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    /** The chain id, in decimal digits. */
    identity: String(identity()),
    mine,
    /** A block comes with each of the next reads of a balance of TRX. */
    interrupt(times: number) {
      interruptions = times;
    },
    /** What no block holds is gone. */
    forget() {
      pool = [];
    },
    /** No block is made for a while. */
    pass(ms: number) {
      time += ms;
    },
    /** The contract rejects transfers, or no more. */
    stopToken(to: boolean) {
      stopped = to;
    },
    /** The next block holds a transfer of tokens to an address. */
    deposit(address: string, units: bigint) {
      deposits += 1;
      const txid = sha256(`deposit ${deposits}`);
      incoming.push({ txid, from: '1'.repeat(40), to: hexOf(address), data: units.toString(16).padStart(64, '0') });
    },
    give(address: string, { units = 0n, trx = 0 }) {
      tokens.set(hexOf(address), held(hexOf(address)) + units);
      sun.set(hexOf(address), (sun.get(hexOf(address)) ?? 0) + trx * 1_000_000);
    },
    tokens: (address: string) => held(hexOf(address)),
    sun: (address: string) => sun.get(hexOf(address)) ?? 0,
    /** How often it was handed a transaction. */
    handed: () => handed,
    /** Transactions that blocks hold. */
    mined: () => infos.size,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
