import type { Output, ReadInput } from '@tessera/api/contract';
import { type Localised, readLocalised } from '@tessera/api/kit/localised';
import { MOST_OUTCOMES } from '@tessera/api/quiz/contract';
import { DISPUTE_MS, UNANSWERED_MS } from '@tessera/api/quiz/rules';
import { languageCodes } from '@tessera/api/rules';
import { add, cmp } from '@tessera/money';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { isSameMember, requireSecondMember } from '../../platform/staff-changes/second-member.ts';
import { requireInOffice } from '../../platform/staff-changes/standing.ts';
import type { By } from '../../platform/staff-command.ts';
import { isPaused } from '../site/index.ts';
import { decide } from './settle.ts';

/*
 * Questions of staff: one member asks, another approves; one member proposes the answer with its evidence, users who bet may
 * dispute it, and another member confirms it after that. A member who asks or settles decides nothing: the answer is
 * what the named public source says, and the evidence is public.
 */

type Ask = ReadInput<'POST /staff/quiz/ask'>;
type Step = ReadInput<'POST /staff/quiz/approve'>;
type Propose = ReadInput<'POST /staff/quiz/propose'>;
type Confirm = ReadInput<'POST /staff/quiz/confirm'>;

const MINUTE = 60_000;
/** The longest that a question takes bets, ms. */
const LONGEST = 366 * 86_400_000;
const MOST_RAKE = '0.2';

type StoredQuestion = {
  readonly round_id: string;
  readonly state: Output<'GET /staff/quiz'>['questions'][number]['state'];
  readonly outcomes: number;
  readonly opens_at: number;
  readonly closes_at: number;
  readonly decides_at: number;
  readonly staked: string;
  readonly users: number;
  readonly title: Localised;
  readonly description: Localised;
  readonly labels: readonly Localised[];
  readonly source_name: string;
  readonly source_url: string;
  readonly asked_by: string;
  readonly asked_at: number;
  readonly asker: string;
  readonly approved_at: number | null;
  readonly approver: string | null;
  readonly proposed: number | null;
  readonly proposed_by: string | null;
  readonly proposed_at: number | null;
  readonly proposer: string | null;
  readonly evidence: string | null;
  readonly evidence_url: string | null;
  readonly disputable_until: number | null;
  readonly confirmed_at: number | null;
  readonly confirmer: string | null;
};

const QUESTION = `q.round_id, r.state, r.outcomes, r.opens_at, r.closes_at, r.decides_at, r.staked, r.users, q.title,
  q.description, q.labels, q.source_name, q.source_url, q.asked_by, q.asked_at, a.name as asker, q.approved_at,
  b.name as approver, q.proposed, q.proposed_by, q.proposed_at, p.name as proposer, q.evidence, q.evidence_url,
  q.disputable_until, q.confirmed_at, c.name as confirmer`;
const QUESTIONS = `quiz_question q join quiz_round r on r.id = q.round_id join staff_member a on a.id = q.asked_by
  left join staff_member b on b.id = q.approved_by left join staff_member p on p.id = q.proposed_by
  left join staff_member c on c.id = q.confirmed_by`;

async function questionOf(sql: Sql, id: string): Promise<StoredQuestion | null> {
  const [row] = await sql.query<StoredQuestion>(`select ${QUESTION} from ${QUESTIONS} where q.round_id = $1`, [id]);
  return row ?? null;
}

/** A question, locked until the end of the transaction. */
async function lockQuestion(tx: Transaction, id: string): Promise<StoredQuestion> {
  await tx.query('select round_id from quiz_question where round_id = $1 for update', [id]);
  const question = await questionOf(tx, id);
  if (!question) throw new DomainError('not_found', { field: 'id' });
  return question;
}

const record = (tx: Transaction, { staffId, at }: By, action: string, id: string, text: string): Promise<unknown> =>
  tx.query(`insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)`, [
    staffId,
    `quiz.${action}`,
    `quiz_round:${id}`,
    text.slice(0, 2_000),
    new Date(at),
  ]);

const refuse = (field: string): never => {
  throw new DomainError('invalid_field', { field });
};

/** The names of the outcomes in each language; as many in each. */
function labelsOf(input: Ask): readonly Localised[] {
  const texts = readLocalised(input, 'labels', null);
  if (!texts) throw new DomainError('field_required', { field: 'labels_en' });
  const split = (text: string): string[] => text.split('|').map((label) => label.trim());
  const english = split(texts.en);
  if (english.length < 2 || english.length > MOST_OUTCOMES || english.some((label) => label === ''))
    refuse('labels_en');
  for (const code of languageCodes) if (split(texts[code]).length !== english.length) refuse(`labels_${code}`);
  return english.map(
    (_, place) => Object.fromEntries(languageCodes.map((code) => [code, split(texts[code])[place]])) as Localised,
  );
}

/** Throws for times and limits that a question cannot have. */
function requireTerms(input: Ask, at: number): void {
  const { opens_at, closes_at, decides_at, min_number, max_number, user_cap, pool_cap, rake } = input;
  if (opens_at < at) refuse('opens_at');
  if (closes_at < opens_at + MINUTE || closes_at > opens_at + LONGEST) refuse('closes_at');
  if (decides_at < closes_at + MINUTE) refuse('decides_at');
  if (cmp(rake, MOST_RAKE) > 0) throw new DomainError('field_too_large', { field: 'rake', params: { max: MOST_RAKE } });
  const ascending = [
    ['max_number', max_number, min_number],
    ['user_cap', user_cap, max_number],
    ['pool_cap', pool_cap, user_cap],
  ] as const;
  for (const [field, value, least] of ascending) {
    if (cmp(value, least) < 0) throw new DomainError('field_too_small', { field, params: { min: least } });
  }
}

export type AskParts = { readonly database: Database; readonly catalogue: Catalogue };

/** Asks a question; users see it once another member has approved it. */
export const ask = ({ database, catalogue }: AskParts, input: Ask, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const [title, description] = [readLocalised(input, 'title', null), readLocalised(input, 'description', null)];
    if (!title) throw new DomainError('field_required', { field: 'title_en' });
    if (!description) throw new DomainError('field_required', { field: 'description_en' });
    const labels = labelsOf(input);
    requireTerms(input, by.at);
    const currency = catalogue.current().currencyByCode(input.currency);
    if (!currency?.open || currency.kind !== 'crypto') throw new DomainError('currency_unknown', { field: 'currency' });
    const [row] = await tx.query<{ id: string }>(
      `insert into quiz_round (kind, currency, scale, outcomes, min_stake, max_stake, user_cap, pool_cap, rake, opens_at,
                               closes_at, decides_at, state)
       values ('question', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'asked') returning id`,
      [
        currency.code,
        currency.scale,
        labels.length,
        add(input.min_number, '0'),
        add(input.max_number, '0'),
        add(input.user_cap, '0'),
        add(input.pool_cap, '0'),
        add(input.rake, '0'),
        new Date(input.opens_at),
        new Date(input.closes_at),
        new Date(input.decides_at),
      ],
    );
    const id = row?.id as string;
    await tx.query(
      `insert into quiz_question (round_id, title, description, labels, source_name, source_url, asked_by, asked_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        JSON.stringify(title),
        JSON.stringify(description),
        JSON.stringify(labels),
        input.source_name,
        input.source_url,
        by.staffId,
        new Date(by.at),
      ],
    );
    await record(tx, by, 'ask', id, input.reason);
  });

/** Approves a question of another member, before its guesses end; not while the service is paused. */
export const approve = (database: Database, { id, reason }: Step, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    if (await isPaused(tx, 'quiz')) throw new DomainError('service_paused');
    const question = await lockQuestion(tx, id);
    if (question.state !== 'asked' || by.at >= question.closes_at) throw new DomainError('quiz_step', { field: 'id' });
    await requireInOffice(tx, [question.asked_by]);
    await requireSecondMember(tx, question.asked_by, by.staffId, 'quiz_same_member');
    await tx.query('update quiz_question set approved_by = $2, approved_at = $3 where round_id = $1', [
      id,
      by.staffId,
      new Date(by.at),
    ]);
    await tx.query(`update quiz_round set state = 'open' where id = $1`, [id]);
    await record(tx, by, 'approve', id, reason);
  });

type Rejection = { readonly proposed_by: string; readonly rejected_by: string };

const rejectionsOf = (tx: Transaction, id: string): Promise<readonly Rejection[]> =>
  tx.query<Rejection>('select proposed_by, rejected_by from quiz_rejection where round_id = $1', [id]);

/** Rejects a member who is among those of the rejected answers who proposed, or who rejected. */
async function requireNotAmong(tx: Transaction, members: readonly string[], staffId: string): Promise<void> {
  for (const member of members) {
    if (await isSameMember(tx, member, staffId)) throw new DomainError('quiz_same_member');
  }
}

/**
 * Proposes an answer, once guesses have ended; disputes are taken for a day from then. A member whose answer another one
 * rejected proposes no other: with wrong answers one member could keep the right one away until the stakes go back.
 */
export const propose = (database: Database, input: Propose, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const { id, outcome, evidence, evidence_url, reason } = input;
    const question = await lockQuestion(tx, id);
    const { state, proposed, closes_at, outcomes } = question;
    if (state !== 'open' || proposed !== null || by.at < closes_at) throw new DomainError('quiz_step', { field: 'id' });
    if (outcome > outcomes) refuse('outcome');
    const proposers = (await rejectionsOf(tx, id)).map(({ proposed_by }) => proposed_by);
    await requireNotAmong(tx, proposers, by.staffId);
    await tx.query(
      `update quiz_question
          set proposed = $2, proposed_by = $3, proposed_at = $4, evidence = $5, evidence_url = $6, disputable_until = $7
        where round_id = $1`,
      [id, outcome, by.staffId, new Date(by.at), evidence, evidence_url, new Date(by.at + DISPUTE_MS)],
    );
    await record(tx, by, 'propose', id, `${reason} (outcome ${outcome}; ${evidence_url})`);
  });

/** Confirms the answer that another member proposed; names it, so that no other one is confirmed by mistake. */
export const confirm = (database: Database, { id, outcome, reason }: Confirm, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const { state, proposed, proposed_by, disputable_until } = await lockQuestion(tx, id);
    const over = disputable_until !== null && by.at >= disputable_until;
    if (state !== 'open' || proposed === null || !over) throw new DomainError('quiz_step', { field: 'id' });
    await requireInOffice(tx, [proposed_by]);
    await requireSecondMember(tx, proposed_by, by.staffId, 'quiz_same_member');
    if (proposed !== outcome) throw new DomainError('changed_meanwhile', { field: 'outcome' });
    await tx.query('update quiz_question set confirmed_by = $2, confirmed_at = $3 where round_id = $1', [
      id,
      by.staffId,
      new Date(by.at),
    ]);
    const verdict = outcome === 0 ? { outcome: null, reason: 'undecided' as const } : { outcome, reason: null };
    // The job may have returned the stakes meanwhile: what is confirmed is what was paid.
    if (!(await decide(tx, id, { ...verdict, ticks: [] }, by.at))) throw new DomainError('quiz_step', { field: 'id' });
    await record(tx, by, 'confirm', id, reason);
  });

/**
 * Withdraws a question that was not approved, or takes a proposed answer back: another one has to be proposed. A member
 * rejects one answer of others to a question, and the time after which stakes go back begins anew with it: no member alone
 * decides that the winners of a known answer are not paid.
 */
export const reject = (database: Database, { id, reason }: Step, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const { state, proposed, proposed_by } = await lockQuestion(tx, id);
    if (state === 'asked') {
      await tx.query(`update quiz_round set state = 'withdrawn' where id = $1`, [id]);
      await record(tx, by, 'withdraw', id, reason);
      return;
    }
    if (state !== 'open' || proposed === null) throw new DomainError('quiz_step', { field: 'id' });
    if (!(await isSameMember(tx, proposed_by, by.staffId))) {
      const before = (await rejectionsOf(tx, id)).map(({ rejected_by }) => rejected_by);
      await requireNotAmong(tx, before, by.staffId);
      await tx.query(
        `insert into quiz_rejection (round_id, outcome, proposed_by, rejected_by, at) values ($1, $2, $3, $4, $5)`,
        [id, proposed, proposed_by, by.staffId, new Date(by.at)],
      );
    }
    await tx.query(
      `update quiz_question
          set proposed = null, proposed_by = null, proposed_at = null, evidence = null, evidence_url = null,
              disputable_until = null
        where round_id = $1`,
      [id],
    );
    await record(tx, by, 'reject', id, `${reason} (outcome ${proposed})`);
  });

/** Takes the dispute of a user who has bet on the question: staff read it beside the proposal before it can be confirmed. */
export async function dispute(
  database: Database,
  userId: string,
  { id, text }: ReadInput<'POST /quiz/dispute'>,
  at: number,
): Promise<Output<'POST /quiz/dispute'>> {
  return database.transaction(async (tx) => {
    const question = await lockQuestion(tx, id);
    const [bet] = await tx.query('select 1 as one from quiz_stake where round_id = $1 and user_id = $2', [id, userId]);
    if (!bet) throw new DomainError('not_found', { field: 'id' });
    const { disputable_until: until, proposed_at } = question;
    if (question.state !== 'open' || until === null || proposed_at === null || at >= until) {
      throw new DomainError('quiz_step', { field: 'id' });
    }
    await tx.query(
      `insert into quiz_dispute (round_id, user_id, proposed_at, text, at) values ($1, $2, $3, $4, $5)
       on conflict (round_id, user_id, proposed_at) do nothing`,
      [id, userId, new Date(proposed_at), text, new Date(at)],
    );
    return { disputable_until: until };
  });
}

/** Disputes that staff read of a proposal. */
const DISPUTES_READ = 100;

/**
 * Disputes of the proposal that stands. Those of users who have most at stake come first: a crowd with the least stakes is
 * not read in place of others, however early it comes.
 */
const disputesOf = (sql: Sql, { round_id, proposed_at }: StoredQuestion): Promise<{ at: number; text: string }[]> =>
  proposed_at === null
    ? Promise.resolve([])
    : sql.query<{ at: number; text: string }>(
        `select d.at, d.text
           from quiz_dispute d left join quiz_stake s on s.round_id = d.round_id and s.user_id = d.user_id
          where d.round_id = $1 and d.proposed_at = $2
          order by s.staked desc nulls last, d.at, d.id limit $3`,
        [round_id, new Date(proposed_at), DISPUTES_READ],
      );

async function countDisputes(sql: Sql, { round_id, proposed_at }: StoredQuestion): Promise<number> {
  if (proposed_at === null) return 0;
  return countOf(sql, 'quiz_dispute where round_id = $1 and proposed_at = $2', [round_id, new Date(proposed_at)]);
}

export const hasDisputed = async (sql: Sql, userId: string, id: string): Promise<boolean> => {
  const [row] = await sql.query(
    `select 1 as one from quiz_dispute d join quiz_question q on q.round_id = d.round_id and q.proposed_at = d.proposed_at
      where d.round_id = $1 and d.user_id = $2`,
    [id, userId],
  );
  return row !== undefined;
};

/** The public part of a question. */
export async function questionView(
  sql: Sql,
  id: string,
  language: (typeof languageCodes)[number],
): Promise<Output<'GET /quiz/round'>['question']> {
  const question = await questionOf(sql, id);
  if (!question) return null;
  const { proposed, proposed_at, disputable_until } = question;
  return {
    description: question.description[language],
    source_name: question.source_name,
    source_url: question.source_url,
    asked_at: question.asked_at,
    approved_at: question.approved_at,
    proposal:
      proposed === null || proposed_at === null || disputable_until === null
        ? null
        : {
            outcome: proposed,
            at: proposed_at,
            evidence: question.evidence ?? '',
            evidence_url: question.evidence_url ?? '',
            disputable_until,
            disputes: await countDisputes(sql, question),
          },
    confirmed_at: question.confirmed_at,
  };
}

/** The newest questions, for staff. */
export async function staffQuestions(sql: Sql): Promise<Output<'GET /staff/quiz'>['questions']> {
  const rows = await sql.query<StoredQuestion>(
    `select ${QUESTION} from ${QUESTIONS} order by q.round_id desc limit 100`,
  );
  return Promise.all(
    rows.map(async (row) => ({
      id: row.round_id,
      state: row.state,
      title: row.title.en,
      labels: row.labels.map(({ en }) => en),
      source_name: row.source_name,
      source_url: row.source_url,
      opens_at: row.opens_at,
      closes_at: row.closes_at,
      decides_at: row.decides_at,
      pool: row.staked,
      participants: row.users,
      asked_by: row.asker,
      approved_by: row.approver,
      proposed: row.proposed,
      proposed_by: row.proposer,
      evidence: row.evidence,
      evidence_url: row.evidence_url,
      disputable_until: row.disputable_until,
      disputes: await disputesOf(sql, row),
      confirmed_by: row.confirmer,
    })),
  );
}

/** Questions whose answer was due long before $1, which is not being decided either. */
const UNANSWERED = `r.kind = 'question' and r.state = 'open' and r.decides_at <= $1
  and not exists (select from quiz_question q where q.round_id = r.id and q.proposed_at > $1)
  and not exists (select from quiz_rejection j where j.round_id = r.id and j.at > $1)`;

async function returnUnanswered(tx: Transaction, id: string, at: number): Promise<void> {
  await lockQuestion(tx, id);
  // An answer may have been proposed or rejected since the question was found.
  const still = await tx.query(`select from quiz_round r where r.id = $2 and ${UNANSWERED}`, [
    new Date(at - UNANSWERED_MS),
    id,
  ]);
  if (still.length > 0) await decide(tx, id, { outcome: null, reason: 'unanswered', ticks: [] }, at);
}

/**
 * Returns the stakes of questions without a confirmed answer long after it was due, or after one was last proposed or
 * rejected, and withdraws questions that were never approved.
 */
export const expiryJob = ({ database, now }: { readonly database: Database; now(): number }): RecurringJob => ({
  name: 'quiz-questions',
  every: MINUTE,
  exclusive: true,
  items: ['question'],
  async run({ fence, items }) {
    const at = now();
    const stale = await database.query<{ id: string; state: 'asked' | 'open' }>(
      `select r.id, r.state from quiz_round r
        where (${UNANSWERED} or r.kind = 'question' and r.state = 'asked' and r.closes_at <= $2) and r.id <> all($3)
        order by r.id limit 100`,
      [new Date(at - UNANSWERED_MS), new Date(at), items.aside('question')],
    );
    const idOf = ({ id }: { readonly id: string }) => id;
    await items.each('question', stale, idOf, ({ id, state }) =>
      database.transaction(async (tx) => {
        await fence(tx);
        if (state === 'open') await returnUnanswered(tx, id, at);
        else await tx.query(`update quiz_round set state = 'withdrawn' where id = $1 and state = 'asked'`, [id]);
      }),
    );
  },
});
