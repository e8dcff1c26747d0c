import type { Output, ReadInput } from '@tessera/api/contract';
import { addressProblem, readAddress } from '@tessera/api/payees/rules';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import type { Factors } from '../../../platform/factor/factors.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { type KeyUse, knownOutput, withIdempotency } from '../../../platform/http/idempotency.ts';
import { inTurn } from '../../../platform/limits/in-turn.ts';
import { type CodeTerms, unlinked } from '../../../platform/mail/code-terms.ts';
import type { SignedIn } from '../../../platform/session/read-session.ts';
import { leave } from '../../../platform/ways/leave.ts';
import { lookUpReachable, requireReachable } from '../../payees/index.ts';
import { approve, beginApprove } from '../../security/index.ts';
import { lockFreeItem } from '../resell.ts';
import type { Look } from '../view.ts';
import { keepMetadata, metadataPath } from './metadata.ts';
import { insertWithdrawal, setWithdrawn, withdrawalsSince, workOfItem } from './store.ts';
import { withdrawalViews } from './views.ts';

const PURPOSE = 'nft_withdrawal';
const DAY = 86_400_000;
/** Withdrawals of a user within a day: the house pays the chain for each. */
export const WITHDRAWALS_A_DAY = 5;

type Asked = Pick<ReadInput<'POST /bind_box/withdrawNFT/begin'>, 'work' | 'address'>;
type WireWithdrawal = Output<'POST /bind_box/withdrawNFT'>;

/** The chain to which works leave, once a node has reached it. */
export type OpenChain = { readonly chainId: number; readonly contract: string };

/** The address with its checksum. Rejects a wrong checksum, an address that burns coins, and the contract itself. */
function walletOf(address: string, contract: string): string {
  const problem = addressProblem({ chain: 'ethereum', network: 'Ethereum' }, address, { exact: false });
  if (problem) throw new DomainError(problem.code, problem);
  const read = readAddress('ethereum', address);
  if (!read || read.address.toLowerCase() === contract.toLowerCase()) {
    throw new DomainError('address_invalid', { field: 'address' });
  }
  return read.address;
}

/** The item that is to leave, held. Rejects others' items, one for sale or on its way already, and a closed box. */
async function lockLeaving(tx: Transaction, userId: string, code: string, now: () => number) {
  const item = await lockFreeItem(tx, userId, code, now);
  const work = await workOfItem(tx, item.id);
  if (work.blind_box) throw new DomainError('box_closed', { field: 'work' });
  return { item, work };
}

/** Withdrawals to wallets, on this node. `chain` rejects with `withdrawals_off` where there is none. */
export function createWithdrawals(
  dependencies: Pick<Dependencies, 'database' | 'settings' | 'ports' | 'now'>,
  factors: Factors,
  chain: () => Promise<OpenChain>,
) {
  const { database, settings, ports, now } = dependencies;
  const turns = inTurn();

  const termsOf = (open: OpenChain, { work, address }: Asked) => ({
    work,
    address: walletOf(address, open.contract),
    chain_id: open.chainId,
    contract: open.contract,
  });

  /** What the message with a code says. */
  const shownOf = ({ work, address, chain_id, contract }: ReturnType<typeof termsOf>, name: string): CodeTerms => ({
    action: 'nft_withdrawal',
    rows: [
      { label: 'artwork', value: `${unlinked(name)} (${work})` },
      { label: 'network', value: `Ethereum (${chain_id})` },
      { label: 'address', value: address },
      { label: 'contract', value: contract },
    ],
  });

  const placeOf = (userId: string, address: string) =>
    ({ chain: 'ethereum', address, userId, field: 'address', payable: false }) as const;

  async function begin(user: SignedIn, asked: Asked) {
    const open = await chain();
    const what = termsOf(open, asked);
    await lookUpReachable({ database, sql: database, ports, now: now() }, placeOf(user.id, what.address));
    const { name } = await database.transaction(async (tx) => (await lockLeaving(tx, user.id, asked.work, now)).work);
    return {
      address: what.address,
      chain_id: open.chainId,
      contract: open.contract,
      fee: '0',
      approval: await beginApprove(factors, user, { purpose: PURPOSE, what }, shownOf(what, name)),
    };
  }

  async function record(
    tx: Transaction,
    user: SignedIn,
    asked: Asked,
    open: OpenChain,
    look: Look,
  ): Promise<WireWithdrawal> {
    const at = now();
    // Counts one after the other: the user's row is locked, but for rows that only refer to it.
    await tx.query('select from user_account where id = $1 for no key update', [user.id]);
    await leave(tx, ports, { call: 'POST /bind_box/withdrawNFT', userId: user.id, payeeId: null, counts: null, at });
    if ((await withdrawalsSince(tx, user.id, at - DAY)) >= WITHDRAWALS_A_DAY) {
      throw new DomainError('withdrawals_used_up', { params: { max: WITHDRAWALS_A_DAY } });
    }
    const address = walletOf(asked.address, open.contract);
    // Rejects a wallet from which a work would never leave again. What was approved was looked up before.
    await requireReachable(tx, ports, placeOf(user.id, address));
    const { item, work } = await lockLeaving(tx, user.id, asked.work, now);
    const [origin] = settings.publicOrigins;
    const sha256 = await keepMetadata(tx, work.work_id, origin, at);
    await setWithdrawn(tx, item.id, at);
    const row = await insertWithdrawal(tx, {
      user_id: user.id,
      item_id: item.id,
      address,
      chain_id: open.chainId,
      contract: open.contract,
      uri: `${settings.nftChain?.publicOrigin ?? ''}${metadataPath(sha256)}`,
      royalty_bp: work.royalty_bp,
      created_at: at,
    });
    tx.notify(user.id, { kind: 'order', id: row.id, status: 'requested' });
    const [view] = await withdrawalViews(
      tx,
      [row],
      { ...look, userId: user.id },
      settings.nftChain?.confirmations ?? 0,
    );
    if (!view) throw new Error(`withdrawal ${row.id} is gone`);
    return view;
  }

  async function requestOnce(
    user: SignedIn,
    use: KeyUse,
    input: ReadInput<'POST /bind_box/withdrawNFT'>,
    look: Look,
  ): Promise<WireWithdrawal> {
    const known = await knownOutput<WireWithdrawal>(database, use);
    if (known) return known.output;
    const open = await chain();
    const { totp, passkey, code } = input;
    const what = termsOf(open, input);
    const approvable = { purpose: PURPOSE, what };
    await lookUpReachable({ database, sql: database, ports, now: now() }, placeOf(user.id, what.address));
    try {
      const spend = await approve(factors, user, approvable, { totp, passkey, code });
      return await database.transaction((tx) =>
        withIdempotency(tx, use, now(), async () => {
          await spend(tx);
          return record(tx, user, input, open, look);
        }),
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // Another node may carry out the same request, which has used the proof up: then its outcome is this one's.
      return database.transaction((tx) => withIdempotency<WireWithdrawal>(tx, use, now(), () => Promise.reject(error)));
    }
  }

  return {
    begin,
    /** The proof is checked outside of the transaction, where wrong ones count: requests of a user go one after the other. */
    request: (user: SignedIn, use: KeyUse, input: ReadInput<'POST /bind_box/withdrawNFT'>, look: Look) =>
      turns(user.id, () => requestOnce(user, use, input, look)),
  };
}
