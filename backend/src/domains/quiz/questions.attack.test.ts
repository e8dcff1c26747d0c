import { DAY_MS, DISPUTE_MS, UNANSWERED_MS } from '@tessera/api/quiz/rules';
import { poolFault, roundFault } from '@tessera/api/quiz/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { createQuizStage, type QuizStage } from '../../../test/quiz-stage.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { runCommand } from '../staff/commands.ts';
import { decide } from './settle.ts';

type Member = Awaited<ReturnType<typeof signInStaff>>;

let stage: QuizStage;
let ann: Person;
let bob: Person;
let asker: Member;
let second: Member;
beforeAll(async () => {
  stage = await createQuizStage();
  [ann, bob] = [await stage.bettor(), await stage.bettor()];
  [asker, second] = [await signInStaff(stage.app, 'treasury'), await signInStaff(stage.app, 'treasury')];
});
afterAll(async () => {
  expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(await houseBalance(stage.app.database, 'quiz', 'USDT')).toBe('0');
  await stage.close();
});

type StaffCall =
  | 'POST /staff/quiz/ask'
  | 'POST /staff/quiz/approve'
  | 'POST /staff/quiz/propose'
  | 'POST /staff/quiz/confirm'
  | 'POST /staff/quiz/reject';

/** A staff call right after a log-in with the second factor; the error code, or null. */
async function staff(member: Member, call: StaffCall, payload: Record<string, unknown>) {
  const { token } = await logIn(member);
  const outcome = await stage.app.call(call, { reason: 'as agreed', ...payload }, { token });
  return outcome.type === 'ok' ? null : outcome.error;
}

function logIn({ again }: Member) {
  // A code is taken once.
  stage.pass(60_000);
  return again();
}

const asked = (changes: Record<string, unknown> = {}) => {
  const opens_at = stage.app.now() + 600_000;
  return {
    title_en: 'Will the rate be cut?',
    title_de: 'Wird der Zins gesenkt?',
    description_en: 'Counts the decision that is published.',
    labels_en: 'Yes|No',
    labels_de: 'Ja|Nein',
    source_name: 'The bank',
    source_url: 'https://bank.example/decisions',
    opens_at,
    closes_at: opens_at + DAY_MS,
    decides_at: opens_at + 2 * DAY_MS,
    currency: 'USDT',
    min_number: '1',
    max_number: '1000',
    user_cap: '5000',
    pool_cap: '100000',
    ...changes,
  };
};

const newest = async () => {
  const { questions } = await stage.app.ok('GET /staff/quiz', {}, { token: (await logIn(asker)).token });
  const [first] = questions;
  if (!first) throw new Error('there is no question');
  return first;
};

/** A question that takes bets, of Ann on yes and Bob on no. */
async function openQuestion(changes: Record<string, unknown> = {}) {
  expect(await staff(asker, 'POST /staff/quiz/ask', asked(changes))).toBeNull();
  const { id } = await newest();
  expect(await staff(second, 'POST /staff/quiz/approve', { id })).toBeNull();
  const round = await stage.round(id);
  await stage.to(round.opens_at + 1_000);
  const bets = [await stage.bet(ann, round), await stage.bet(bob, round, { outcome: 2, number: '50' })] as const;
  return { round, bets };
}

/** Pauses the quiz, or resumes it. */
async function pauseQuiz(on: boolean): Promise<void> {
  const { token } = await signInStaff(stage.app, 'duty');
  const input = { service: 'quiz', reason: 'a fault' } as const;
  await stage.app.ok(`POST /staff/services/${on ? 'pause' : 'resume'}`, input, { token });
}

const evidence = { evidence: 'Published as 4.25 % on the page.', evidence_url: 'https://bank.example/decisions/9' };
const balance = (person: Person) => userBalance(stage.app.database, person.id, 'change', 'USDT');

/** Users who have bet the least on a question, and dispute its proposal before all others. */
async function crowdDisputes(id: string, count: number): Promise<void> {
  const { database, now } = stage.app;
  await database.query(
    `with crowd as (
       insert into user_account (uid, email, password_hash, nickname, extension_code, created_at)
       select n::text, n || '@crowd.example', '', 'Crowd', n::text, $2 from generate_series(70000001, 70000000 + $3::int) n
       returning id),
     staked as (insert into quiz_stake (round_id, user_id, staked) select $1::bigint, id, 1 from crowd)
     insert into quiz_dispute (round_id, user_id, proposed_at, text, at)
     select $1::bigint, c.id, q.proposed_at, 'Wrong.', q.proposed_at from crowd c join quiz_question q on q.round_id = $1::bigint`,
    [id, new Date(now()), count],
  );
}

describe('a question', () => {
  it('needs two members to be asked and two to be settled, a day apart, with public evidence', async () => {
    expect(await staff(asker, 'POST /staff/quiz/ask', asked())).toBeNull();
    const { id } = await newest();
    expect(await stage.app.rejection('GET /quiz/round', { id })).toMatchObject({ error: 'not_found' });
    expect(await staff(asker, 'POST /staff/quiz/approve', { id })).toBe('quiz_same_member');
    expect(await staff(asker, 'POST /staff/quiz/propose', { id, outcome: 1, ...evidence })).toBe('quiz_step');
    expect(await staff(second, 'POST /staff/quiz/approve', { id })).toBeNull();
    const round = await stage.app.ok('GET /quiz/round', { id }, { language: 'de' });
    expect(round).toMatchObject({
      title: 'Wird der Zins gesenkt?',
      question: { source_name: 'The bank', proposal: null },
    });
    expect(round.outcomes.map(({ label }) => label)).toEqual(['Ja', 'Nein']);
    await stage.to(round.opens_at + 1_000);
    const bet = await stage.bet(ann, round);
    await stage.bet(bob, round, { outcome: 2, number: '50' });
    // The answer is not known while guesses are taken.
    expect(await staff(asker, 'POST /staff/quiz/propose', { id, outcome: 1, ...evidence })).toBe('quiz_step');
    await stage.to(round.decides_at + 1_000);
    expect(await staff(asker, 'POST /staff/quiz/propose', { id, outcome: 3, ...evidence })).toBe('invalid_field');
    expect(await staff(asker, 'POST /staff/quiz/confirm', { id, outcome: 1 })).toBe('quiz_step');
    expect(await staff(asker, 'POST /staff/quiz/propose', { id, outcome: 1, ...evidence })).toBeNull();
    expect(await staff(second, 'POST /staff/quiz/confirm', { id, outcome: 1 })).toBe('quiz_step');
    expect(await staff(second, 'POST /staff/quiz/propose', { id, outcome: 2, ...evidence })).toBe('quiz_step');
    const { question } = await stage.round(id);
    expect(question?.proposal).toMatchObject({ outcome: 1, evidence: evidence.evidence, disputes: 0 });

    const dispute = (person: Person, of = id) =>
      stage.app.call('POST /quiz/dispute', { id: of, text: 'The page says 4.50 %.' }, { token: person.token });
    expect((await dispute(bob)).type).toBe('ok');
    expect((await dispute(bob)).type).toBe('ok');
    expect(await dispute(await stage.bettor())).toMatchObject({ error: 'not_found' });
    expect((await stage.round(id)).question?.proposal?.disputes).toBe(1);
    expect((await newest()).disputes.map(({ text }) => text)).toEqual(['The page says 4.50 %.']);
    expect(await stage.app.ok('GET /quiz/bet', { id: bet.id }, { token: ann.token })).toMatchObject({
      disputed: false,
    });

    // Read, and taken back: the other answer is proposed, and its day begins anew.
    expect(await staff(second, 'POST /staff/quiz/reject', { id })).toBeNull();
    expect(await staff(second, 'POST /staff/quiz/propose', { id, outcome: 2, ...evidence })).toBeNull();
    stage.pass(DISPUTE_MS);
    await stage.record(1, 6_000_000);
    expect(await dispute(bob)).toMatchObject({ error: 'quiz_step' });
    expect(await staff(second, 'POST /staff/quiz/confirm', { id, outcome: 2 })).toBe('quiz_same_member');
    expect(await staff(asker, 'POST /staff/quiz/confirm', { id, outcome: 1 })).toBe('changed_meanwhile');
    expect(await staff(asker, 'POST /staff/quiz/confirm', { id, outcome: 2 })).toBeNull();
    expect(await staff(asker, 'POST /staff/quiz/confirm', { id, outcome: 2 })).toBe('quiz_step');
    expect(await staff(asker, 'POST /staff/quiz/reject', { id })).toBe('quiz_step');
    await stage.settle();
    expect(await stage.round(id)).toMatchObject({ state: 'over', outcome: 2, prize: '150' });
    expect([await balance(ann), await balance(bob)]).toEqual(['9900', '10100']);
    const proof = await stage.app.ok('GET /quiz/proof', { id });
    expect(await roundFault(proof)).toBeNull();
    expect(poolFault({ ...proof, round: { ...proof.round, pools: ['100', '60'] } })).toBe('pool');
    const actions = await stage.app.database.query<{ action: string }>(
      `select action from staff_action where subject = $1 order by id`,
      [`quiz_round:${id}`],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'quiz.ask',
      'quiz.approve',
      'quiz.propose',
      'quiz.reject',
      'quiz.propose',
      'quiz.confirm',
    ]);
  });

  it('whose stakes go back while its answer is being confirmed has no confirmed answer', async () => {
    const { round } = await openQuestion();
    await stage.to(round.decides_at + 1_000);
    expect(await staff(asker, 'POST /staff/quiz/propose', { id: round.id, outcome: 1, ...evidence })).toBeNull();
    stage.pass(DISPUTE_MS);
    const { database } = stage.app;
    const { token } = await logIn(second);
    let confirming: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      await decide(tx, round.id, { outcome: null, reason: 'unanswered', ticks: [] }, stage.app.now());
      confirming = stage.app.call('POST /staff/quiz/confirm', { id: round.id, outcome: 1, reason: 'late' }, { token });
      for (let waits = 0; waits === 0; ) {
        const [row] = await database.query<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%quiz_round%'`,
        );
        waits = row?.count ?? 0;
      }
    });
    expect(await confirming).toMatchObject({ error: 'quiz_step' });
    await stage.settle();
    const after = await stage.round(round.id);
    expect([after.state, after.reason, after.question?.confirmed_at]).toEqual(['void', 'unanswered', null]);
  });

  it('whose answer is known is not kept open by one member until the stakes go back', async () => {
    const third = await signInStaff(stage.app, 'treasury');
    const { round } = await openQuestion();
    const { id } = round;
    const propose = (member: Member, outcome: number) =>
      staff(member, 'POST /staff/quiz/propose', { id, outcome, ...evidence });
    const reject = (member: Member) => staff(member, 'POST /staff/quiz/reject', { id });
    const before = [await balance(ann), await balance(bob)];
    await stage.to(round.decides_at + 1_000);
    // The third member has a friend who bet on no: a wrong answer, taken back, and a wrong one again.
    expect(await propose(third, 2)).toBeNull();
    expect(await reject(third)).toBeNull();
    expect(await propose(third, 2)).toBeNull();
    expect(await reject(asker)).toBeNull();
    expect(await propose(third, 2)).toBe('quiz_same_member');
    expect(await propose(asker, 1)).toBeNull();
    // In the last moment before the stakes would go back.
    stage.pass(round.decides_at + UNANSWERED_MS - 120_000 - stage.app.now());
    expect(await reject(third)).toBeNull();
    stage.pass(120_000);
    await stage.record(1, 6_000_000);
    await stage.jobs.turn('quiz-questions');
    expect((await stage.round(id)).state).toBe('open');
    expect(await propose(asker, 1)).toBe('quiz_same_member');
    expect(await propose(second, 1)).toBeNull();
    expect(await reject(third)).toBe('quiz_same_member');
    stage.pass(DISPUTE_MS);
    expect(await staff(asker, 'POST /staff/quiz/confirm', { id, outcome: 1 })).toBeNull();
    await stage.record(1, 6_000_000);
    await stage.settle();
    expect(await stage.round(id)).toMatchObject({ state: 'over', outcome: 1 });
    expect(
      [await balance(ann), await balance(bob)].map((after, index) => Number(after) - Number(before[index])),
    ).toEqual([150, 0]);
    // Their sessions have expired.
    [ann, bob] = [await stage.bettor(), await stage.bettor()];
  });

  it('that its source does not decide, or that gets no answer, returns every stake', async () => {
    const before = [await balance(ann), await balance(bob)];
    const undecided = (await openQuestion()).round;
    await stage.to(undecided.decides_at + 1_000);
    expect(await staff(asker, 'POST /staff/quiz/propose', { id: undecided.id, outcome: 0, ...evidence })).toBeNull();
    stage.pass(DISPUTE_MS);
    expect(await staff(second, 'POST /staff/quiz/confirm', { id: undecided.id, outcome: 0 })).toBeNull();
    await stage.record(1, 6_000_000);
    const forgotten = (await openQuestion()).round;
    expect(await staff(asker, 'POST /staff/quiz/ask', asked())).toBeNull();
    const never = await newest();
    stage.pass(forgotten.decides_at + UNANSWERED_MS - stage.app.now());
    await stage.record(1, 6_000_000);
    await stage.jobs.turn('quiz-questions');
    await stage.settle();
    expect([(await stage.round(undecided.id)).reason, (await stage.round(forgotten.id)).reason]).toEqual([
      'undecided',
      'unanswered',
    ]);
    expect([await balance(ann), await balance(bob)]).toEqual(before);
    expect((await newest()).state).toBe('withdrawn');
    expect(await staff(second, 'POST /staff/quiz/approve', { id: never.id })).toBe('quiz_step');
  });

  it('with times, limits, labels or links that make no sense is refused, and by those who may not ask', async () => {
    const now = stage.app.now();
    for (const [changes, code] of [
      [{ opens_at: now - 120_000 }, 'invalid_field'],
      [{ closes_at: now }, 'invalid_field'],
      [{ decides_at: now }, 'invalid_field'],
      [{ labels_en: 'Yes' }, 'invalid_field'],
      [{ labels_de: 'Ja|Nein|Vielleicht' }, 'invalid_field'],
      [{ labels_en: undefined }, 'field_required'],
      [{ title_en: undefined }, 'field_required'],
      [{ description_en: undefined }, 'field_required'],
      [{ rake: '0.21' }, 'field_too_large'],
      [{ max_number: '0.1' }, 'field_too_small'],
      [{ currency: 'EUR' }, 'currency_unknown'],
      [{ source_url: 'javascript:alert(1)' }, 'invalid_field'],
      [{ source_url: 'http://bank.example' }, 'invalid_field'],
      [{ title_en: 'A <script>alert(1)</script>' }, 'field_special_characters'],
      [{ title_en: 'A \u202e reversed title' }, 'invalid_field'],
    ] as const) {
      expect(await staff(asker, 'POST /staff/quiz/ask', asked(changes)), JSON.stringify(changes)).toBe(code);
    }
    const reviewer = await signInStaff(stage.app, 'reviewer');
    expect(await staff(reviewer, 'POST /staff/quiz/ask', asked())).toBe('forbidden');
    expect(await staff(asker, 'POST /staff/quiz/approve', { id: '999999' })).toBe('not_found');
    expect(await staff(asker, 'POST /staff/quiz/ask', asked())).toBeNull();
    const { id } = await newest();
    expect(await staff(asker, 'POST /staff/quiz/reject', { id })).toBeNull();
    expect((await newest()).state).toBe('withdrawn');
  });

  it('is asked and settled on the command line by the same rules', async () => {
    const lines: string[] = [];
    const run = (...args: string[]) =>
      runCommand(args, {
        database: stage.app.database,
        queues: [],
        commands: stage.app.ports.staffCommands(),
        now: stage.app.now,
        print: (line) => void lines.push(line),
        readPassword: async () => '',
        readUpload: async () => null,
      });
    const fields = Object.entries(asked()).map(([name, value]) => `${name}=${value}`);
    await run('quiz-ask', ...fields, '--why', 'as agreed');
    const { id } = await newest();
    await expect(run('quiz-approve', id, '--why', 'x')).rejects.toMatchObject({ code: 'quiz_same_member' });
    for (const [name, more] of [
      ['quiz-propose', ['outcome=1', 'evidence=seen', 'evidence_url=https://bank.example/1']],
      ['quiz-confirm', ['outcome=1']],
    ] as const) {
      await expect(run(name, id, ...more, '--why', 'x')).rejects.toMatchObject({ code: 'quiz_step' });
    }
    await run('quiz-reject', id, '--why', 'not now');
    expect(lines.join('\n')).toContain('withdrawn');
  });
});

describe('a question that takes bets', () => {
  it('takes them during a pause of the quiz, in which no other one is approved', async () => {
    [ann, bob] = [await stage.bettor(), await stage.bettor()];
    const { round } = await openQuestion();
    expect(await staff(asker, 'POST /staff/quiz/ask', asked())).toBeNull();
    const { id } = await newest();
    await pauseQuiz(true);
    expect(await staff(second, 'POST /staff/quiz/approve', { id })).toBe('service_paused');
    expect(await stage.bet(bob, round, { outcome: 2, number: '20' })).toMatchObject({ status: 'open' });
    await pauseQuiz(false);
    expect(await staff(second, 'POST /staff/quiz/approve', { id })).toBeNull();
  });
});

describe('what a member began', () => {
  it('who was disabled meanwhile, is not decided by another: no question is opened, no answer confirmed', async () => {
    const gone = await signInStaff(stage.app, 'treasury');
    const disable = (disabled: boolean) =>
      stage.app.database.query('update staff_member set disabled = $2 where id = $1', [gone.id, disabled]);
    expect(await staff(gone, 'POST /staff/quiz/ask', asked())).toBeNull();
    const { id } = await newest();
    await disable(true);
    expect(await staff(second, 'POST /staff/quiz/approve', { id })).toBe('member_left');
    expect(await staff(second, 'POST /staff/quiz/reject', { id })).toBeNull();
    await disable(false);
    const { round } = await openQuestion();
    await stage.to(round.decides_at + 1_000);
    const answer = { id: round.id, outcome: 2 };
    expect(await staff(gone, 'POST /staff/quiz/propose', { ...answer, ...evidence })).toBeNull();
    await disable(true);
    stage.pass(DISPUTE_MS);
    expect(await staff(second, 'POST /staff/quiz/confirm', answer)).toBe('member_left');
    // The answer is proposed again by a member who is there.
    expect(await staff(second, 'POST /staff/quiz/reject', { id: round.id })).toBeNull();
    expect(await staff(second, 'POST /staff/quiz/propose', { ...answer, outcome: 1, ...evidence })).toBeNull();
    stage.pass(DISPUTE_MS);
    expect(await staff(asker, 'POST /staff/quiz/confirm', { ...answer, outcome: 1 })).toBeNull();
  });
});

describe('a proposed answer', () => {
  it('is read with the disputes of those who have most at stake, however many others come first', async () => {
    [ann, bob] = [await stage.bettor(), await stage.bettor()];
    const { round } = await openQuestion();
    await stage.to(round.decides_at + 1_000);
    expect(await staff(asker, 'POST /staff/quiz/propose', { id: round.id, outcome: 1, ...evidence })).toBeNull();
    await crowdDisputes(round.id, 130);
    await stage.app.ok('POST /quiz/dispute', { id: round.id, text: 'The page says 4.50 %.' }, { token: bob.token });
    const { disputes } = await newest();
    expect([disputes.length, disputes[0]?.text]).toEqual([100, 'The page says 4.50 %.']);
    expect((await stage.round(round.id)).question?.proposal?.disputes).toBe(131);
    await stage.app.database.query('delete from quiz_stake where round_id = $1 and staked = 1', [round.id]);
    await stage.to(stage.app.now() + DISPUTE_MS);
    expect(await staff(second, 'POST /staff/quiz/confirm', { id: round.id, outcome: 1 })).toBeNull();
    await stage.settle();
  });
});
