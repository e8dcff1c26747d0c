import { randomUUID } from 'node:crypto';
import type { Output } from '@tessera/api/contract';
import { SETTLEMENT_TICKS } from '@tessera/api/options/rules';
import { REALTIME_MS } from '@tessera/api/quiz/rules';
import { hashSecret } from '../src/domains/identity/password.ts';
import { approve, ask } from '../src/domains/quiz/questions.ts';
import { createMember } from '../src/domains/staff/members.ts';
import { BTC, createOptionStage, type OptionStage, PAY_PASSWORD, STEP } from './option-stage.ts';
import { letAllUnapproved, type Person, signUp } from './people.ts';
import type { TestApp } from './test-app.ts';

/* Rounds on prices that a test records. */

export type Round = Output<'GET /quiz/round'>;
export type Bet = Output<'POST /quiz/bet'>;

export type QuizStage = Pick<OptionStage, 'app' | 'jobs' | 'record' | 'pass' | 'close'> & {
  /** Who has a payment password and these funds in the spot account. */
  bettor(funds?: string, level?: 0 | 1 | 2): Promise<Person>;
  /** Time goes by until a moment, and the market is recorded there. */
  to(at: number, index?: number): Promise<void>;
  /** Runs the job that creates rounds. */
  schedule(): Promise<void>;
  /** The real-time round of BTC that takes bets. */
  guessing(): Promise<Round>;
  round(id: string): Promise<Round>;
  bet(person: Person, round: Pick<Round, 'id'>, changes?: Readonly<Record<string, unknown>>): Promise<Bet>;
  /** Records the strike of a real-time round, and the prices of its last minute. */
  play(
    round: Pick<Round, 'closes_at' | 'decides_at'>,
    strike: number,
    end: number | ((step: number) => number),
  ): Promise<void>;
  /** Sets strikes, decides and pays. */
  settle(): Promise<void>;
};

export const wager = (round: Pick<Round, 'id'>, changes: Readonly<Record<string, unknown>> = {}) => ({
  round_id: round.id,
  outcome: 1,
  number: '100',
  key: PAY_PASSWORD,
  ...changes,
});

export async function createQuizStage(existing?: TestApp): Promise<QuizStage> {
  const stage = await createOptionStage(existing);
  const { app, jobs, record } = stage;
  let hash: string | undefined;
  const turn = async (job: string) => {
    const outcome = await jobs.turn(job);
    if (outcome !== 'done') throw new Error(`${job}: ${outcome}`);
  };
  const round = (id: string) => app.ok('GET /quiz/round', { id });
  const to: QuizStage['to'] = async (at, index = 6_000_000) => {
    app.advance(Math.max(at - STEP - app.now(), 0));
    await record(1, index);
  };
  await record(2, 6_000_000);
  return {
    ...stage,
    async bettor(funds = '10000', level = 2) {
      const person = await signUp(app, { level, funds: { change: { USDT: funds } } });
      await letAllUnapproved(app);
      hash ??= await hashSecret(PAY_PASSWORD);
      await app.database.query('update user_account set pay_password_hash = $2 where id = $1', [person.id, hash]);
      return person;
    },
    to,
    round,
    schedule: () => turn('quiz-schedule'),
    async guessing() {
      // A round with less than half a minute left is not worth creating.
      const left = REALTIME_MS - (app.now() % REALTIME_MS);
      if (left < 60_000) await to(app.now() + left + 1_000);
      await turn('quiz-schedule');
      const { list, now } = await app.ok('GET /quiz/rounds', { kind: 'realtime', symbol: BTC });
      const open = list.find(({ opens_at, closes_at }) => opens_at <= now && now < closes_at);
      if (!open) throw new Error('no round takes bets');
      return round(open.id);
    },
    bet: (person, of, changes) =>
      app.ok('POST /quiz/bet', wager(of, changes), { token: person.token, idempotencyKey: randomUUID() }),
    async play({ closes_at, decides_at }, strike, end) {
      await to(closes_at + 1_000, strike);
      app.advance(decides_at - SETTLEMENT_TICKS * STEP - app.now());
      await record(SETTLEMENT_TICKS, end);
      await record(1, 6_000_000);
      await turn('quiz-settle');
    },
    settle: () => turn('quiz-settle'),
  };
}

/** A question that takes bets, asked and approved by two members. */
export async function askQuestion(app: TestApp): Promise<string> {
  const member = (name: string) =>
    createMember(
      app.database,
      { account: `${name}-${app.now()}@questions.example`, name, role: 'treasury', password: 'a-staff-secret-64' },
      app.now(),
    );
  const [asker, second] = [await member('asker'), await member('second')];
  const opensAt = app.now() + 60_000;
  await ask(
    app,
    {
      title_en: 'Will it rain?',
      description_en: 'As measured in the old town.',
      labels_en: 'Yes|No',
      source_name: 'The weather service',
      source_url: 'https://weather.example',
      opens_at: opensAt,
      closes_at: opensAt + 3_600_000,
      decides_at: opensAt + 7_200_000,
      currency: 'USDT',
      min_number: '1',
      max_number: '10',
      user_cap: '100',
      pool_cap: '1000',
      rake: '0',
      reason: 'a test',
    },
    { staffId: asker, at: app.now() },
  );
  const [row] = await app.database.query<{ id: string }>('select max(round_id) as id from quiz_question');
  const id = row?.id as string;
  await approve(app.database, { id, reason: 'a test' }, { staffId: second, at: app.now() });
  return id;
}
