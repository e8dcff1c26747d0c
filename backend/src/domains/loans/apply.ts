import type { ReadInput } from '@tessera/api/contract';
import { LOAN_PICTURES } from '@tessera/api/loans/inputs';
import { loanProblem } from '@tessera/api/loans/rules';
import { cmp, isPositive, neg } from '@tessera/money';
import { type Transaction, violates } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { useUpload } from '../../platform/uploads/uses.ts';
import { requireNotFrozen, userById } from '../identity/index.ts';
import { vipLevels } from '../vip/index.ts';
import { collateralEntries, owedScale, post } from './money.ts';
import { priceOf } from './prices.ts';
import { type ApplicationRow, type ApplicationStatus, lockApplication, outstanding } from './store.ts';
import { isMaker, offerOf, readTerms } from './terms.ts';

type Input = ReadInput<'POST /user/jiedaisave'>;
type Parts = Pick<Dependencies, 'catalogue' | 'feed' | 'ports' | 'now'>;

const FIELDS = { amount: 'money', days: 'days', collateral: 'margin_number' } as const;

/** The contact is the user's own UID, or an address. */
function requireContact(contact: string, { uid }: { readonly uid: string }): void {
  if (/^\d+$/.test(contact) && contact !== uid) throw new DomainError('loan_contact_invalid', { field: 'contact' });
}

async function usePictures(tx: Transaction, userId: string, input: Input): Promise<string[]> {
  const names: string[] = [];
  for (const field of LOAN_PICTURES) {
    names.push(await useUpload(tx, userId, { location: input[field], field }));
  }
  return names;
}

/**
 * Asks staff for a loan and locks the collateral until they have decided. Level and mark, limit, rate and terms are those of
 * this moment and stay. The user's row is locked: of two applications at once one comes first.
 */
export async function applyForLoan(tx: Transaction, user: SignedIn, input: Input, parts: Parts): Promise<string> {
  const { catalogue, ports, now } = parts;
  await tx.query('select from user_account where id = $1 for no key update', [user.id]);
  await requireNotFrozen(tx, user.id);
  const owner = await userById(tx, user.id);
  if (owner.verification_level < 2) throw new DomainError('loan_level_required');
  if (await outstanding(tx, user.id)) throw new DomainError('loan_outstanding');
  await ports.keepsMoney(tx, user.id);
  requireContact(input.contact, owner);
  const maker = await isMaker(tx, user.id);
  const terms = await readTerms(tx);
  const benefits = ports.vip().of(user.id);
  const offer = offerOf(benefits, maker, terms);
  if (!offer) {
    const lowest = (await vipLevels(tx)).find(({ loan }) => loan !== null);
    throw new DomainError('loan_vip_required', { params: { level: lowest?.level ?? '–' } });
  }
  const { version = terms.version, day_rate: seen = offer.dayRate } = input;
  if (version !== terms.version || cmp(seen, offer.dayRate) !== 0) throw new DomainError('terms_changed');

  const snapshot = catalogue.current();
  const currency = snapshot.currencyByCode(input.margin_currency);
  if (!currency?.open) throw new DomainError('currency_closed', { field: 'margin_currency' });
  const { price, paused } = priceOf(parts, input.margin_currency);
  if (paused !== null) throw new DomainError(paused, { field: 'margin_currency' });
  const plan = { amount: input.money, days: input.days, collateral: input.margin_number };
  const problem = loanProblem(plan, {
    ...terms,
    level_limit: offer.limit,
    price,
    scale: owedScale(snapshot),
    collateral_scale: currency.scale,
  });
  if (problem) throw new DomainError(problem.code, { ...problem, field: FIELDS[problem.field] });
  const pictures = await usePictures(tx, user.id, input);
  const at = now();
  let id: string;
  try {
    const [row] = await tx.query<{ id: string }>(
      `insert into loan_application (user_id, terms_version, money, currency, collateral, days, schedule, day_rate, vip_level,
         market_maker, contact, front_pic, reverse_pic, fangchan_pic, fangchan_pic1, qiche_pic, qiche_pic1, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id`,
      [
        user.id,
        terms.version,
        input.money,
        currency.code,
        input.margin_number,
        input.days,
        input.schedule,
        offer.dayRate,
        benefits.level,
        maker,
        input.contact,
        ...pictures,
        new Date(at),
      ],
    );
    id = row?.id ?? '';
  } catch (error) {
    if (violates(error, 'loan_application_open')) throw new DomainError('already_under_review', { cause: error });
    throw error;
  }
  const entries = collateralEntries(user.id, currency.code, input.margin_number);
  await post(tx, [{ ref: `loan:${id}:collateral`, kind: 'collateral', reference: id, at, entries }], 'margin_number');
  tx.notify(user.id, { kind: 'balance' });
  return id;
}

/** Ends an application that is under review without a loan, and returns its collateral. The row is locked. */
export async function endApplication(
  tx: Transaction,
  row: ApplicationRow,
  {
    status,
    reason,
    reviewerId,
    at,
  }: {
    readonly status: Exclude<ApplicationStatus, 'under_review' | 'approved'>;
    readonly reason: string | null;
    /** Null for the user. */
    readonly reviewerId: string | null;
    readonly at: number;
  },
): Promise<void> {
  if (row.status !== 'under_review') throw new DomainError('already_reviewed');
  await tx.query(
    `update loan_application set status = $2, reason = $3, reviewer_id = $4, reviewed_at = $5, collateral = 0 where id = $1`,
    [row.id, status, reason, reviewerId, new Date(at)],
  );
  if (isPositive(row.collateral)) {
    const entries = collateralEntries(row.user_id, row.currency, neg(row.collateral));
    await post(tx, [{ ref: `loan:${row.id}:collateral:return`, kind: 'collateral', reference: row.id, at, entries }]);
  }
  tx.notify(row.user_id, { kind: 'balance' });
}

/** The user takes an application back. */
export async function cancelApplication(tx: Transaction, userId: string, id: string, at: number): Promise<void> {
  const row = await lockApplication(tx, id, userId);
  await endApplication(tx, row, { status: 'cancelled', reason: null, reviewerId: null, at });
}

/** Takes back what a frozen account has applied for: a thief may have done so. */
export async function cancelOpenApplications(tx: Transaction, userId: string, at: number): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `select id from loan_application where user_id = $1 and status = 'under_review'`,
    [userId],
  );
  for (const { id } of rows) {
    const row = await lockApplication(tx, id, userId);
    if (row.status !== 'under_review') continue;
    await endApplication(tx, row, { status: 'cancelled', reason: null, reviewerId: null, at });
  }
}
