import type { Output } from '@tessera/api/contract';
import { BETS_IN_PROOF, quizContract } from '@tessera/api/quiz/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { Sql } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { feedSigningKey, publicBytesOf } from '../../platform/market/signing-key.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { onlySets } from '../../platform/staff-changes/restricts.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { headsOf, wireSpan } from '../instruments/index.ts';
import { seedSettings } from '../site/index.ts';
import { placeBet, requireCountry } from './bet.ts';
import { changeLimits, changeSeries, staffView, wireSeries } from './change.ts';
import { askMonthly, demonstrationJob } from './demonstration.ts';
import { createLive } from './live.ts';
import { approve, ask, confirm, dispute, expiryJob, hasDisputed, propose, questionView, reject } from './questions.ts';
import { scheduleJob } from './schedule.ts';
import { keepJob, settleJob, spansOf } from './settle.ts';
import { betOf, betsOfRound, listBets, listRounds, openBetsOf, type RoundWithPools, roundOf } from './store.ts';
import { allSeries, quizSettings, readLimits } from './terms.ts';
import { betView, detailView, isPriced, provedOf, roundView } from './view.ts';
import { quizWayTerms } from './way-terms.ts';

/** As the command line prints them. */
const rowsOf = ({ series, countries, questions, max_open }: Output<'GET /staff/quiz'>): readonly object[] => [
  ...series.map(({ offsets, ...each }) => ({ ...each, offsets: offsets?.join(' ') ?? '' })),
  { max_open },
  { countries: countries.join(' ') },
  ...questions.map(({ labels, disputes, ...each }) => ({
    ...each,
    labels: labels.join(' | '),
    disputes: disputes.map(({ text }) => text).join(' / '),
  })),
];

/** Pool betting on rounds: a price in five minutes, the day's close of BTC, and questions with a public source. */
export const quiz = defineDomain(quizContract, (dependencies) => {
  const { database: stored, catalogue, feed, now, ports, settings } = dependencies;
  const demonstrates = settings.demoUser && feed.source === 'simulated';
  const parts = { database: stored, catalogue, now, demonstrates };
  const live = createLive(parts);
  let key: Promise<string> | null = null;
  const publicKey = (): Promise<string> => {
    key ??= feedSigningKey(settings).then((found) => publicBytesOf(found).toString('hex'));
    return key;
  };
  async function requireRound(sql: Sql, id: string): Promise<RoundWithPools> {
    const round = await roundOf(sql, id);
    if (!round) throw new DomainError('not_found', { field: 'id' });
    return round;
  }
  async function detailOf(sql: Sql, round: RoundWithPools, language: LanguageCode) {
    const question = round.kind === 'question' ? await questionView(sql, round.id, language) : null;
    return detailView(round, question, language, catalogue.current(), now());
  }
  /** Null until it is kept for ever: what the record drops after a week is no proof. */
  async function recordOf(round: RoundWithPools): Promise<Output<'GET /quiz/proof'>['record']> {
    const instrument = round.symbol === null ? undefined : catalogue.current().instrument(round.symbol);
    if (!round.kept || !isPriced(round) || !instrument) return null;
    const [entering, settling] = spansOf(round);
    // The head after a time is of a later one: no tick of the time itself is left out.
    const entry = await wireSpan(stored, instrument, entering.from, entering.to + 1);
    const settlement = await wireSpan(stored, instrument, settling.from, settling.to + 1);
    if (!entry || !settlement) return null;
    return { entry, settlement, heads: await headsOf(stored, [entry, settlement]), key: await publicKey() };
  }
  const shown = async (work: Promise<void>) => {
    await work;
    return rowsOf(await staffView(stored));
  };
  return {
    name: 'quiz',
    wayTerms: quizWayTerms,
    runsAlone: { 'POST /staff/quiz/series': onlySets(['id'], { open: false }) },
    userData: {
      quiz_bet: OWN_ROWS,
      quiz_stake: OWN_ROWS,
      quiz_dispute: OWN_ROWS,
    },
    seed: async () => {
      await seedSettings(
        stored,
        Object.entries(quizSettings).map(([keyword, value]) => ({ keyword, value, public: false })),
      );
      if (demonstrates) await askMonthly(parts, now());
    },
    recordKinds: ['quiz_bet', 'quiz_prize', 'quiz_return'],
    closingObstacles: async (sql, userId) => [{ kind: 'order', count: await openBetsOf(sql, userId) }],
    jobs: [
      scheduleJob(parts),
      settleJob(parts),
      keepJob(parts),
      expiryJob(parts),
      live.job,
      ...(demonstrates ? [demonstrationJob(parts, now)] : []),
    ],
    liveTopics: [live.topic],
    staffCommands: [
      commandOf(quizContract['GET /staff/quiz'], {
        name: 'quiz',
        usage: '  series, limits and questions of the quiz',
        run: async () => rowsOf(await staffView(stored)),
      }),
      commandOf(quizContract['POST /staff/quiz/series'], {
        name: 'quiz-series',
        usage:
          '<id> <name>=<value> … --why "<why>"  min_number, max_number, user_cap, pool_cap, rake, offsets, open; it holds for rounds that are created later',
        subject: 'id',
        run: (change, by) => shown(changeSeries(stored, change, by)),
      }),
      commandOf(quizContract['POST /staff/quiz/limits'], {
        name: 'quiz-limits',
        usage: '<name>=<value> … --why "<why>"  countries, max_open',
        run: (change, by) => shown(changeLimits(stored, change, by)),
      }),
      commandOf(quizContract['POST /staff/quiz/ask'], {
        name: 'quiz-ask',
        usage:
          'title_en=… description_en=… labels_en="Yes|No" source_name=… source_url=https://… opens_at=<ms> closes_at=<ms> decides_at=<ms> currency=USDT min_number=… max_number=… user_cap=… pool_cap=… --why "<why>"  asks a question; another member approves it',
        run: (input, by) => shown(ask(parts, input, by)),
      }),
      commandOf(quizContract['POST /staff/quiz/approve'], {
        name: 'quiz-approve',
        usage: '<id> --why "<why>"  approves a question that another member asked',
        subject: 'id',
        run: (input, by) => shown(approve(stored, input, by)),
      }),
      commandOf(quizContract['POST /staff/quiz/propose'], {
        name: 'quiz-propose',
        usage:
          '<id> outcome=<n> evidence=… evidence_url=https://… --why "<why>"  proposes the answer; 0 where the source does not decide it',
        subject: 'id',
        run: (input, by) => shown(propose(stored, input, by)),
      }),
      commandOf(quizContract['POST /staff/quiz/confirm'], {
        name: 'quiz-confirm',
        usage: '<id> outcome=<n> --why "<why>"  confirms the answer of another member, a day after it was proposed',
        subject: 'id',
        run: (input, by) => shown(confirm(stored, input, by)),
      }),
      commandOf(quizContract['POST /staff/quiz/reject'], {
        name: 'quiz-reject',
        usage: '<id> --why "<why>"  withdraws a question that was not approved, or rejects a proposed answer',
        subject: 'id',
        run: (input, by) => shown(reject(stored, input, by)),
      }),
    ],
    calls: {
      'GET /quiz/rounds': async ({ database, language }, { kind, symbol, page, limit }) => {
        const { rows, total } = await listRounds(database, { kind, symbol: symbol ?? null, page, limit });
        const list = rows.map((row) => roundView(row, language, catalogue.current(), now()));
        return { list, page, limit, total, now: now() };
      },
      'GET /quiz/round': async ({ database, language }, { id }) => ({
        ...(await detailOf(database, await requireRound(database, id), language)),
        now: now(),
      }),
      'GET /quiz/proof': async ({ database }, { id }) => {
        const round = await requireRound(database, id);
        // While it is not over, what single users stake is theirs.
        const listed = (round.state === 'over' || round.state === 'void') && round.bets <= BETS_IN_PROOF;
        const bets = listed ? await betsOfRound(database, id, BETS_IN_PROOF) : null;
        return {
          version: 2 as const,
          round: provedOf(round, now()),
          bets:
            bets?.map(({ place, outcome, stake, payout }): [number, number, string, string | null] => [
              place,
              outcome,
              stake,
              payout,
            ]) ?? null,
          record: await recordOf(round),
        };
      },
      'GET /quiz/terms': async ({ database }) => ({
        list: (await allSeries(database)).filter(({ open }) => open).map(wireSeries),
      }),
      'GET /quiz/permission': async ({ database, user }) => {
        await requireCountry(database, user.id, (await readLimits(database)).countries, []);
        return {};
      },
      'POST /quiz/bet': ({ tx, user, language }, input) =>
        placeBet(tx, user, input, { catalogue: catalogue.current(), feed, ports, now, language }),
      'GET /quiz/bets': async ({ database, user, language }, { page, limit, status }) => {
        const { rows, total } = await listBets(database, {
          userId: user.id,
          open: status === undefined ? null : status === 'open',
          page,
          limit,
        });
        return { list: rows.map((row) => betView(row, language, catalogue.current(), now())), page, limit, total };
      },
      'GET /quiz/bet': async ({ database, user, language }, { id }) => {
        const bet = await betOf(database, user.id, id);
        if (!bet) throw new DomainError('not_found', { field: 'id' });
        return {
          ...betView(bet, language, catalogue.current(), now()),
          round: await detailOf(database, bet.round, language),
          disputed: bet.round.kind === 'question' && (await hasDisputed(database, user.id, bet.round.id)),
        };
      },
      'POST /quiz/dispute': ({ database, user }, input) => dispute(database, user.id, input, now()),
      'GET /staff/quiz': ({ database }) => staffView(database),
      'POST /staff/quiz/series': async ({ database, by }, input) => {
        await changeSeries(database, input, by);
        return staffView(database);
      },
      'POST /staff/quiz/limits': async ({ database, by }, input) => {
        await changeLimits(database, input, by);
        return staffView(database);
      },
      'POST /staff/quiz/ask': async ({ database, by }, input) => {
        await ask(parts, input, by);
        return staffView(database);
      },
      'POST /staff/quiz/approve': async ({ database, by }, input) => {
        await approve(database, input, by);
        return staffView(database);
      },
      'POST /staff/quiz/propose': async ({ database, by }, input) => {
        await propose(database, input, by);
        return staffView(database);
      },
      'POST /staff/quiz/confirm': async ({ database, by }, input) => {
        await confirm(database, input, by);
        return staffView(database);
      },
      'POST /staff/quiz/reject': async ({ database, by }, input) => {
        await reject(database, input, by);
        return staffView(database);
      },
    },
  };
});
