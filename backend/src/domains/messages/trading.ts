import { quantize } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { stretchEnd } from '../../platform/jobs/stretch.ts';
import type { TradeEvent } from '../../platform/ports.ts';
import type { MessageKind } from './texts.ts';
import { tellUser } from './user-messages.ts';

/*
 * Messages of trading: what was filled, liquidated and settled. Events are taken stretch by stretch of time, each once, and
 * kept until they are told. Of a topic a user gets at most one message in `APART` ms, which stands for all events since the
 * last one: a busy trader is not flooded, and a single fill is told at once.
 */

const EVERY = 15_000;
/** ms that a stretch is over before it is read: what was booked within it is committed by then. */
const SETTLED_AFTER = 20_000;
/** ms of one transaction. */
const STRETCH = 600_000;
/** ms after which an event is no news. */
const FRESH = 86_400_000;
/** ms between two messages of a topic to a user. */
const APART = 600_000;
/** Messages of one transaction. */
const BATCH = 100;
/** Fills or symbols that a message names. */
const NAMED = 5;
/** Digits of a price that is shown. */
const SHOWN = 8;

type Topic = 'fills' | 'liquidations' | 'deleveragings' | 'settlements';
type Waiting = TradeEvent & { readonly id: string };

const TOPIC_OF: Readonly<Record<TradeEvent['kind'], Topic>> = {
  bought: 'fills',
  sold: 'fills',
  liquidated: 'liquidations',
  deleveraged: 'deleveragings',
  settled: 'settlements',
};
const ONE: Readonly<Record<TradeEvent['kind'], MessageKind>> = {
  bought: 'order_bought',
  sold: 'order_sold',
  liquidated: 'position_liquidated',
  deleveraged: 'position_deleveraged',
  settled: 'option_settled',
};
const MANY: Readonly<Record<Topic, MessageKind>> = {
  fills: 'orders_filled',
  liquidations: 'positions_liquidated',
  deleveragings: 'positions_deleveraged',
  settlements: 'options_settled',
};
const kindsOf = (topic: Topic): readonly MessageKind[] => [
  MANY[topic],
  ...(Object.keys(ONE) as TradeEvent['kind'][]).filter((kind) => TOPIC_OF[kind] === topic).map((kind) => ONE[kind]),
];
const TOPICS = ['liquidations', 'deleveragings', 'fills', 'settlements'] as const satisfies readonly Topic[];

type Parts = Pick<Dependencies, 'database' | 'ports' | 'now'>;

/** Takes the events up to `limit`, once. Returns whether there is more. */
const take = ({ database, ports }: Parts, { fence, items }: JobRun, limit: number): Promise<boolean> =>
  database.transaction(async (tx) => {
    await fence(tx);
    await tx.query('insert into trade_progress (told_until) values ($1) on conflict do nothing', [new Date(limit)]);
    const [row] = await tx.query<{ told_until: number }>('select told_until from trade_progress for update');
    const after = Math.max(row?.told_until ?? limit, limit - FRESH);
    if (limit <= after) return false;
    const until = stretchEnd(after, limit, STRETCH, await ports.firstTrade(tx, after));
    const [events, automatic] = [await ports.tradeEvents(tx, after, until), await ports.automatic(tx)];
    const byUser = [...Map.groupBy(events, ({ userId }) => userId).values()];
    const userOf = ([first]: readonly TradeEvent[]) => first?.userId ?? '';
    // What fails for a user is not told of: news is worth no delay of that of others.
    await items.within(tx, 'events', byUser, userOf, (some) =>
      tx.query(
        `insert into trade_waiting (user_id, topic, kind, market, symbol, amount, price, currency)
       select e."userId", e.topic, e.kind, e.market, e.symbol, e.amount, e.price, e.currency
         from jsonb_to_recordset($1) as e ("userId" bigint, topic text, kind text, market text, symbol text,
                                           amount numeric, price numeric, currency text)
         join user_account u on u.id = e."userId" and not u.disabled and not u.id = any($2)`,
        [JSON.stringify(some.flat().map((event) => ({ ...event, topic: TOPIC_OF[event.kind] }))), automatic],
      ),
    );
    await tx.query('update trade_progress set told_until = $1', [new Date(until)]);
    return until < limit;
  });

const shown = (figure: string): string => quantize(figure, SHOWN, 'down');

/** A fill without words, for all languages: `BTC/USDT +0.01 BTC @ 63000`. */
const fillOf = ({ kind, symbol, amount, currency, price }: Waiting): string =>
  [
    symbol,
    `${kind === 'sold' ? '−' : '+'}${shown(amount)}`,
    ...(currency === null ? [] : [currency]),
    ...(price === null ? [] : [`@ ${shown(price)}`]),
  ].join(' ');

/** What a message names of its events. */
function namedOf(events: readonly Waiting[]): Readonly<Record<string, string>> {
  const [first] = events;
  if (!first) throw new Error('a message without events');
  const { symbol, market, currency, price } = first;
  if (events.length === 1) {
    const amount = shown(first.amount);
    return {
      symbol,
      market,
      amount: currency === null ? amount : `${amount} ${currency}`,
      ...(price !== null && { price: shown(price) }),
    };
  }
  const each = events.map((event) => (TOPIC_OF[event.kind] === 'fills' ? fillOf(event) : event.symbol));
  const symbols = [...new Set(each)];
  const named = symbols.slice(0, NAMED).join(', ');
  return { count: String(events.length), symbols: symbols.length > NAMED ? `${named}, …` : named, market };
}

/** Users with events of a topic who had no message of it lately. */
const due = (sql: Sql, topic: Topic, since: number, aside: readonly string[]): Promise<{ user_id: string }[]> =>
  sql.query(
    `select distinct w.user_id from trade_waiting w
      where w.topic = $1 and not exists (select from user_message m where m.user_id = w.user_id and m.kind = any($2)
                                            and m.at > $3)
        and w.user_id <> all($5)
      order by w.user_id limit $4`,
    [topic, kindsOf(topic), new Date(since), BATCH, aside],
  );

async function tell(tx: Transaction, userId: string, topic: Topic, at: number): Promise<void> {
  const events = await tx.query<Waiting>(
    `with told as (delete from trade_waiting where user_id = $1 and topic = $2 returning *)
     select id, user_id as "userId", kind, market, symbol, amount, price, currency from told order by id`,
    [userId, topic],
  );
  const last = events.at(-1);
  if (!last) return;
  await tellUser(tx, {
    userId,
    kind: events.length === 1 ? ONE[last.kind] : MANY[topic],
    named: namedOf(events),
    reference: `trade:${last.id}`,
    at,
    byMail: topic === 'liquidations',
  });
}

/** Tells users of their trades. */
export const tradingJob = (parts: Parts): RecurringJob => ({
  name: 'trading-messages',
  every: EVERY,
  exclusive: true,
  items: ['events', ...TOPICS],
  async run(run) {
    const { fence, signal, items } = run;
    const { database, now } = parts;
    const limit = now() - SETTLED_AFTER;
    while (!signal.aborted && (await take(parts, run, limit)));
    for (const topic of TOPICS) {
      let more = true;
      while (more && !signal.aborted) {
        more = await database.transaction(async (tx) => {
          await fence(tx);
          const users = await due(tx, topic, now() - APART, items.aside(topic));
          const idOf = (user: { readonly user_id: string }) => user.user_id;
          await items.within(tx, topic, users, idOf, async (some) => {
            for (const { user_id } of some) await tell(tx, user_id, topic, now());
          });
          return users.length === BATCH;
        });
      }
    }
  },
});
