import { Readable } from 'node:stream';
import type { Output, ReadInput } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import { spotContract } from '@tessera/api/spot/contract';
import type { FastifyInstance } from 'fastify';
import type { Sql } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { CallLimiter } from '../../../platform/limits/call-limits.ts';
import { closeLink, isLink, issueLink, knownZone, openLink, TAKES_AT_MOST, zonedTime } from '../../wallet/index.ts';
import { type AskedTrades, countTrades, tradesCsv } from './trades-csv.ts';

/** Trades of a file at most. */
export const MOST_TRADES = 200_000;

type Asking = {
  readonly sql: Sql;
  readonly user: { readonly id: string; readonly sessionId: string; readonly uid: string };
  readonly language: LanguageCode;
  /** Unix ms. */
  readonly now: number;
};

/** Issues the link of a file of trades. */
export async function askForTrades(
  { sql, user, language, now }: Asking,
  { from = 0, to, time_zone, symbol, type: side }: ReadInput<'POST /coin/trades/export'>,
): Promise<Output<'POST /coin/trades/export'>> {
  if (from > (to ?? now)) throw new DomainError('invalid_field', { field: 'from' });
  const asked: AskedTrades = {
    document: 'spot_trades',
    uid: user.uid,
    language,
    zone: knownZone(time_zone),
    from,
    to: to ?? null,
    symbol: symbol ?? null,
    side: side ?? null,
  };
  if ((await countTrades(sql, user.id, asked, MOST_TRADES + 1)) > MOST_TRADES) {
    throw new DomainError('statement_too_long', { field: 'from', params: { max: MOST_TRADES } });
  }
  const link = await issueLink(sql, { user, asked }, now);
  return { path: `/api/spot-trades/${link.token}`, until: link.until };
}

/** Serves files of trades. */
export const serveTrades =
  ({ database, now }: Pick<Dependencies, 'database' | 'now'>) =>
  (app: FastifyInstance, limiter: CallLimiter): void => {
    /** The link is closed with the last piece, or when the client is gone. */
    async function* contentOf(userId: string, asked: AskedTrades, token: string): AsyncGenerator<string> {
      try {
        yield* tradesCsv(database, userId, asked);
      } finally {
        await closeLink(database, token);
      }
    }

    // Pages ask before they follow a link. The HEAD of the framework would use it up.
    app.head<{ Params: { token: string } }>('/api/spot-trades/:token', async (request, reply) => {
      limiter.admitCall(spotContract['POST /coin/trades/export'], { user: null, address: request.ip });
      const isOpen = await isLink(database, request.params.token, 'spot_trades', now());
      return isOpen ? reply.send() : reply.callNotFound();
    });
    app.get<{ Params: { token: string } }>(
      '/api/spot-trades/:token',
      { exposeHeadRoute: false },
      async (request, reply) => {
        limiter.admitCall(spotContract['POST /coin/trades/export'], { user: null, address: request.ip });
        const { token } = request.params;
        const opened = await openLink<AskedTrades>(database, token, 'spot_trades', now());
        if (!opened) return reply.callNotFound();
        const { userId, asked } = opened;
        const content = Readable.from(contentOf(userId, asked, token));
        const late = AbortSignal.timeout(TAKES_AT_MOST);
        late.addEventListener('abort', () => content.destroy(), { once: true });
        reply.raw.once('close', () => content.destroy());
        const day = zonedTime(asked.zone).date(now()).slice(0, 10);
        return reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="spot-trades-${asked.uid}-${day}.csv"`)
          .send(content);
      },
    );
  };
