import { nftContract } from '@tessera/api/nft/contract';
import type { FastifyInstance } from 'fastify';
import type { Sql } from '../../../platform/db/database.ts';
import type { Dependencies, Handlers } from '../../../platform/domain.ts';
import { createFactors } from '../../../platform/factor/factors.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../../platform/jobs/job.ts';
import type { AddressUseOf, StaffSubjects, UserTable } from '../../../platform/ports.ts';
import { ownersBy } from '../../../platform/staff-changes/subjects.ts';
import { commandOf, type StaffCommand } from '../../../platform/staff-command.ts';
import { createLooks } from '../view.ts';
import { type ChainClient, openChain } from './client.ts';
import { makeMetadata, metadataPath, newestMetadata, serveMetadata } from './metadata.ts';
import { mintDue } from './mint.ts';
import { type ReleaseParts, releaseWithdrawal, waitingWithdrawals } from './release.ts';
import { hasMinted, hasSigned, listWithdrawals } from './store.ts';
import { withdrawalViews } from './views.ts';
import { createWithdrawals, type OpenChain, WITHDRAWALS_A_DAY } from './withdraw.ts';

const SECOND = 1_000;

type ChainCalls = Pick<
  typeof nftContract,
  | 'GET /bind_box/chain'
  | 'GET /bind_box/metadata'
  | 'GET /bind_box/withdrawals'
  | 'POST /bind_box/withdrawNFT/begin'
  | 'POST /bind_box/withdrawNFT'
  | 'GET /staff/nft/withdrawals'
  | 'POST /staff/nft/withdrawal/release'
>;

type ChainParts = {
  readonly calls: Handlers<ChainCalls>;
  readonly jobs: readonly RecurringJob[];
  readonly userData: Readonly<Record<string, UserTable>>;
  readonly routes: (app: FastifyInstance) => void;
  readonly addressUse: AddressUseOf;
  readonly staffSubjects: Readonly<Record<string, StaffSubjects>>;
  readonly staffCommands: readonly StaffCommand[];
};

/** Metadata of works, and works that leave for a wallet where a chain is configured. */
export function createChain(dependencies: Dependencies): ChainParts {
  const { database: stored, settings, now, log } = dependencies;
  const { nftChain } = settings;
  const factors = createFactors(dependencies);
  const lookOf = createLooks(dependencies);
  let opened: Promise<ChainClient> | undefined;
  const client = (of: NonNullable<typeof nftChain>): Promise<ChainClient> => {
    opened ??= openChain(of);
    return opened;
  };
  let chainId: number | null = null;
  /** The chain’s number is asked once: an address of a wallet means something on that chain only. */
  async function reach(): Promise<OpenChain> {
    if (!nftChain) throw new DomainError('withdrawals_off');
    try {
      chainId ??= await (await client(nftChain)).chainId();
    } catch (error) {
      log.warn({ reason: String(error).slice(0, 300) }, 'the chain is not reached');
      throw new DomainError('service_unavailable');
    }
    return { chainId, contract: nftChain.contract };
  }
  const withdrawals = createWithdrawals(dependencies, factors, reach);
  const [origin] = settings.publicOrigins;
  const releasing = async (): Promise<ReleaseParts> => ({
    database: stored,
    open: nftChain ? { settings: nftChain, chain: await client(nftChain) } : null,
  });
  /** Contracts, minters and the receiver of royalties, former ones too: what users pay there is no deposit of theirs, and the contract keeps it. */
  const isOwn = async (sql: Sql, address: string): Promise<boolean> => {
    const own = nftChain ? [nftChain.contract, nftChain.royaltyReceiver, (await client(nftChain)).signer] : [];
    return (
      own.some((each) => each?.toLowerCase() === address.toLowerCase()) ||
      (await hasSigned(sql, address)) ||
      hasMinted(sql, address)
    );
  };
  /** Rejects members who do not decide about what users own: the list has addresses of their wallets. */
  return {
    addressUse: async (sql, chain, address) =>
      chain === 'ethereum' && (await isOwn(sql, address)) ? { kind: 'wallet' } : null,
    staffSubjects: {
      'POST /staff/nft/withdrawal/release': ownersBy(
        'id',
        'select u.uid from nft_withdrawal w join user_account u on u.id = w.user_id where w.id = $1',
      ),
    },
    userData: {
      nft_withdrawal: { rows: 'user_id = $1', without: ['signer', 'nonce', 'tx_hash'] },
      nft_mint: { leftOut: 'signed bytes of withdrawals, which the chain has' },
      nft_metadata: { leftOut: 'public files about works' },
      nft_contract: { leftOut: 'contracts of the house' },
      nft_chain_nonce: { leftOut: 'a counter of the house' },
    },
    routes: (app) => serveMetadata(app, stored),
    jobs: [
      {
        name: 'nft-metadata',
        every: 30 * SECOND,
        exclusive: true,
        items: ['work'],
        run: (run: JobRun) => makeMetadata({ database: stored, now, origin }, run),
      },
      ...(nftChain
        ? [
            {
              name: 'nft-mint',
              every: 5 * SECOND,
              exclusive: true,
              own: 'a withdrawal that fails waits for the next run',
              run: async (run: JobRun) =>
                mintDue({ database: stored, settings: nftChain, chain: await client(nftChain), now, log }, run),
            },
          ]
        : []),
    ],
    staffCommands: [
      commandOf(nftContract['GET /staff/nft/withdrawals'], {
        name: 'nft-withdrawals',
        usage: 'withdrawals of works to wallets that are not at their end',
        run: async () => (await waitingWithdrawals(await releasing())).list,
      }),
      commandOf(nftContract['POST /staff/nft/withdrawal/release'], {
        name: 'nft-withdrawal-release',
        usage:
          '<id> how=<return|reissue> --why "<why>"  gives a work that waits back, or has it minted with the configured key and contract',
        subject: 'id',
        run: async (input, by) => [await releaseWithdrawal(await releasing(), input, by)],
      }),
    ],
    calls: {
      'GET /staff/nft/withdrawals': async () => waitingWithdrawals(await releasing()),
      'POST /staff/nft/withdrawal/release': async ({ by }, input) => {
        return releaseWithdrawal(await releasing(), input, by);
      },
      'GET /bind_box/chain': async () => {
        // A chain that cannot be reached now is configured all the same.
        const open = nftChain ? await reach().catch(() => null) : null;
        return {
          enabled: nftChain !== undefined,
          chain_id: open?.chainId ?? null,
          contract: nftChain?.contract ?? null,
          confirmations: nftChain?.confirmations ?? null,
          fee: '0',
          daily: WITHDRAWALS_A_DAY,
        };
      },
      'GET /bind_box/metadata': async ({ database }, { code }) => {
        const sha256 = await newestMetadata(database, code);
        if (sha256 === null) throw new DomainError('not_found', { field: 'code' });
        return { path: metadataPath(sha256), sha256 };
      },
      'GET /bind_box/withdrawals': async ({ database, user, language }, { page, limit }) => {
        const { rows, total } = await listWithdrawals(database, user.id, { page, limit });
        const look = lookOf(user, language);
        return {
          list: await withdrawalViews(database, rows, look, nftChain?.confirmations ?? 0),
          page,
          limit,
          total,
        };
      },
      'POST /bind_box/withdrawNFT/begin': ({ user }, asked) => withdrawals.begin(user, asked),
      'POST /bind_box/withdrawNFT': {
        keyed: ({ user, use, language }, input) => withdrawals.request(user, use, input, lookOf(user, language)),
      },
    },
  };
}
