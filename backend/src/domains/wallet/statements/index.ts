import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Output, ReadInput } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import { walletContract } from '@tessera/api/wallet/contract';
import type { FastifyInstance } from 'fastify';
import type { CatalogueSnapshot } from '../../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { CallLimiter } from '../../../platform/limits/call-limits.ts';
import { closeLink, isLink, issueLink, openLink, TAKES_AT_MOST } from './links.ts';
import { type Asked, statementMaker } from './make-statement.ts';
import { countLines } from './read-lines.ts';
import { knownZone, zonedTime } from './zoned-time.ts';

/** Lines of a statement at most. */
export const MOST_LINES = 200_000;

const TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const;

type Asking = {
  readonly sql: Sql;
  readonly catalogue: CatalogueSnapshot;
  readonly user: { readonly id: string; readonly sessionId: string; readonly uid: string };
  readonly language: LanguageCode;
  /** Unix ms. */
  readonly now: number;
};

/** Issues the link of a statement that can be made. */
export async function askForStatement(
  { sql, catalogue, user, language, now }: Asking,
  { format, from, to, time_zone, currency_id, account, kind }: ReadInput<'POST /wallet/statement'>,
): Promise<Output<'POST /wallet/statement'>> {
  if (format === 'pdf' && kind !== undefined) throw new DomainError('invalid_field', { field: 'kind' });
  const currency = currency_id === undefined ? null : (catalogue.currencyById(currency_id)?.code ?? '');
  if (currency === '') throw new DomainError('currency_unknown', { field: 'currency_id' });
  const [owner] = await sql.query<{ created_at: number }>('select created_at from user_account where id = $1', [
    user.id,
  ]);
  const request = {
    from: from ?? owner?.created_at ?? 0,
    to: Math.min(to ?? now, now),
    zone: knownZone(time_zone),
    currency,
    account: account ?? null,
    kind: kind ?? null,
  };
  if (request.from > request.to) throw new DomainError('invalid_field', { field: 'from' });
  const lines = await countLines(sql, user.id, request, MOST_LINES + 1);
  if (lines > MOST_LINES) throw new DomainError('statement_too_long', { field: 'from', params: { max: MOST_LINES } });
  const asked: Asked = { ...request, document: 'statement', format, language, uid: user.uid };
  const { token, until } = await issueLink(sql, { user, asked }, now);
  return { path: `/api/statements/${token}`, until };
}

/** What the domain serves for statements beside its calls. */
export function statements(dependencies: Dependencies) {
  const { database, catalogue, now, settings } = dependencies;
  const folder = join(settings.dataDir, 'statements');
  const make = statementMaker({ database, catalogue: () => catalogue.current(), now, folder });

  /** What a process that was killed has left. */
  async function clear(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
  }

  /** The file of a statement, open; no name leads to it any more. */
  async function openStatement(token: string, address: string, signal: AbortSignal) {
    const opened = await openLink<Asked>(database, token, 'statement', now());
    if (!opened) return null;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { path, remove } = await make(opened, address, signal);
      const file = await open(path);
      await remove();
      return { file, asked: opened.asked };
    } catch (error) {
      await closeLink(database, token);
      throw error;
    }
  }

  /** The link is closed before the last bytes are sent: who has them all may ask for the next statement. */
  async function* contentOf(file: FileHandle, token: string): AsyncGenerator<Buffer> {
    let last: Buffer | undefined;
    try {
      for await (const bytes of file.createReadStream() as AsyncIterable<Buffer>) {
        if (last) yield last;
        last = bytes;
      }
    } finally {
      await closeLink(database, token);
    }
    if (last) yield last;
  }

  function routes(app: FastifyInstance, limiter: CallLimiter): void {
    // Pages ask before they follow a link. The HEAD of the framework would use it up.
    app.head<{ Params: { token: string } }>('/api/statements/:token', async (request, reply) => {
      limiter.admitCall(walletContract['POST /wallet/statement'], { user: null, address: request.ip });
      const isOpen = await isLink(database, request.params.token, 'statement', now());
      return isOpen ? reply.send() : reply.callNotFound();
    });
    app.get<{ Params: { token: string } }>(
      '/api/statements/:token',
      { exposeHeadRoute: false },
      async (request, reply) => {
        limiter.admitCall(walletContract['POST /wallet/statement'], { user: null, address: request.ip });
        const { token } = request.params;
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(TAKES_AT_MOST)]);
        const statement = await openStatement(token, request.ip, signal);
        if (!statement) return reply.callNotFound();
        const { file, asked } = statement;
        const { size } = await file.stat();
        const content = Readable.from(contentOf(file, token), { objectMode: false });
        signal.addEventListener('abort', () => content.destroy(), { once: true });
        const day = zonedTime(asked.zone).date(asked.to).slice(0, 10);
        return reply
          .header('content-type', TYPES[asked.format])
          .header('content-length', size)
          .header('content-disposition', `attachment; filename="statement-${asked.uid}-${day}.${asked.format}"`)
          .send(content);
      },
    );
  }

  return { routes, clear };
}
