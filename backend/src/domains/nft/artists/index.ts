import type { Output, ReadInput } from '@tessera/api/contract';
import { nftContract } from '@tessera/api/nft/contract';
import type { FastifyInstance } from 'fastify';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import type { CallLimiter } from '../../../platform/limits/call-limits.ts';
import { OWN_ROWS } from '../../../platform/ports.ts';
import type { SignedIn } from '../../../platform/session/read-session.ts';
import { type By, commandOf } from '../../../platform/staff-command.ts';
import { createMediaFiles } from '../media/files.ts';
import { serveMedia } from '../media/serve.ts';
import { createTickets } from '../media/tickets.ts';
import { receiveMedia, uploadsLeft } from '../media/upload.ts';
import { applicationQueue } from './application-queue.ts';
import { applyAsArtist, changeProfile, latestApplication } from './apply.ts';
import { retentionJob } from './retention.ts';
import { endOwnSale } from './sell.ts';
import { artistSubjects, releaseWork, showArtist, showWork } from './staff.ts';
import { artistOf, closeArtist } from './store.ts';
import { submissionQueue } from './submission-queue.ts';
import { submissionOf, submissionsLeft, submissionsOf, submitWork, withdrawSubmission } from './submit.ts';

type User = { readonly user: SignedIn };
type Changing = User & { readonly tx: Transaction };
type Staff = { readonly by: By };

/** Artists and the files of works: what the domain has besides its sales. */
export function studioOf(dependencies: Dependencies) {
  const { database, now, settings } = dependencies;
  const files = createMediaFiles(settings);

  return {
    userData: {
      nft_application: { ...OWN_ROWS, without: ['reviewer_id'] },
      nft_upload: OWN_ROWS,
      nft_upload_file: { rows: 'upload_id in (select id from nft_upload where user_id = $1)' },
      nft_submission: { ...OWN_ROWS, without: ['reviewer_id'] },
    },
    staffSubjects: artistSubjects,
    queues: [applicationQueue, submissionQueue],
    onClose: (tx: Transaction, userId: string) => closeArtist(tx, userId, now()),
    jobs: [retentionJob(dependencies, files)],
    routes(app: FastifyInstance, limiter: CallLimiter) {
      serveMedia(app, dependencies, limiter, files, createTickets(settings));
      receiveMedia(app, dependencies, limiter, files);
    },
    staffCommands: [
      commandOf(nftContract['POST /staff/nft/work'], {
        name: 'nft-work',
        usage: '<code> shown=<true|false> --why "<why>"  takes a work down, or shows it again',
        subject: 'code',
        run: async (input, by) => [await database.transaction((tx) => showWork(tx, input, by))],
      }),
      commandOf(nftContract['POST /staff/nft/artist'], {
        name: 'nft-artist',
        usage: '<id> shown=<true|false> --why "<why>"  hides an artist with all works, or shows them again',
        subject: 'id',
        run: async (input, by) => [await database.transaction((tx) => showArtist(tx, input, by))],
      }),
      commandOf(nftContract['POST /staff/nft/release'], {
        name: 'nft-release',
        usage: '<code> --why "<why>"  ends the auctions of a work that is taken down; deposits go back',
        subject: 'code',
        run: async (input, by) => [await database.transaction((tx) => releaseWork(tx, input, by))],
      }),
    ],
    calls: {
      'GET /bind_box/artist/me': async ({ user }: User): Promise<Output<'GET /bind_box/artist/me'>> => ({
        application: await latestApplication(database, user.id),
        artist: await artistOf(database, user.id),
        uploads_left: await uploadsLeft(database, user.id, now()),
        submissions_left: await submissionsLeft(database, user.id, now()),
      }),
      'POST /bind_box/artist/apply': ({ tx, user }: Changing, input: ReadInput<'POST /bind_box/artist/apply'>) =>
        applyAsArtist(tx, user.id, input, now()),
      'POST /bind_box/artist/profile': ({ user }: User, input: ReadInput<'POST /bind_box/artist/profile'>) =>
        database.transaction((tx) => changeProfile(tx, user.id, input)),
      'GET /bind_box/submissions': ({ user }: User, page: ReadInput<'GET /bind_box/submissions'>) =>
        submissionsOf(database, user.id, page),
      'POST /bind_box/submissions': ({ tx, user }: Changing, input: ReadInput<'POST /bind_box/submissions'>) =>
        submitWork(tx, user.id, input, now()),
      'POST /bind_box/artist/sale/end': async (
        { tx, user }: Changing,
        { code }: ReadInput<'POST /bind_box/artist/sale/end'>,
      ) => submissionOf(tx, await endOwnSale(tx, user.id, code, now())),
      'POST /bind_box/submissions/withdraw': (
        { user }: User,
        { id }: ReadInput<'POST /bind_box/submissions/withdraw'>,
      ) => database.transaction((tx) => withdrawSubmission(tx, user.id, id, now())),
      'POST /staff/nft/work': async ({ by }: Staff, input: ReadInput<'POST /staff/nft/work'>) => {
        return database.transaction((tx) => showWork(tx, input, by));
      },
      'POST /staff/nft/artist': async ({ by }: Staff, input: ReadInput<'POST /staff/nft/artist'>) => {
        return database.transaction((tx) => showArtist(tx, input, by));
      },
      'POST /staff/nft/release': (
        { by, database: joined }: Staff & { readonly database: Database },
        input: ReadInput<'POST /staff/nft/release'>,
      ) => joined.transaction((tx) => releaseWork(tx, input, by)),
    },
  };
}
