import type { Output, ReadInput } from '@tessera/api/contract';
import { DOCUMENT_COUNTRIES } from '@tessera/api/kyc/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { useUpload } from '../../platform/uploads/uses.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { requireBalance } from './balance.ts';

export type Application = Output<'POST /user/visasave'>;

const COLUMNS = 'id, status, reason, created_at, reviewed_at, nation, address, phone';

/** Null for a user who never applied. */
export async function latestApplication(sql: Sql, userId: string): Promise<Application | null> {
  const [row] = await sql.query<Application>(
    `select ${COLUMNS} from visa_application where user_id = $1 order by id desc limit 1`,
    [userId],
  );
  return row ?? null;
}

const COUNTRIES: ReadonlySet<string> = new Set(DOCUMENT_COUNTRIES);

/** Asks staff for a card. The user's row is locked: of two applications at once one comes first. */
export async function applyForVisa(
  tx: Transaction,
  user: SignedIn,
  input: ReadInput<'POST /user/visasave'>,
  parts: Pick<Dependencies, 'feed' | 'ports' | 'now'>,
): Promise<Application> {
  if (!COUNTRIES.has(input.nation)) throw new DomainError('field_unknown_choice', { field: 'nation' });
  await tx.query('select from user_account where id = $1 for no key update', [user.id]);
  await requireNotFrozen(tx, user.id);
  const last = await latestApplication(tx, user.id);
  if (last?.status === 'under_review') throw new DomainError('already_under_review');
  if (last?.status === 'approved') throw new DomainError('visa_already_approved');
  const total = await requireBalance(tx, user.id, parts);
  // The document of a verified identity was reviewed already.
  const known = user.level >= 2 && input.front_pic === undefined && input.reverse_pic === undefined;
  const pictureOf = async (field: 'front_pic' | 'reverse_pic'): Promise<string | null> => {
    const location = input[field];
    if (known) return null;
    if (location === undefined) throw new DomainError('field_required', { field });
    return useUpload(tx, user.id, { location, field });
  };
  const pictures = [await pictureOf('front_pic'), await pictureOf('reverse_pic')];
  const [row] = await tx.query<Application>(
    `insert into visa_application (user_id, nation, address, phone, total, front_pic, reverse_pic, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [user.id, input.nation, input.address, input.phone, total, ...pictures, new Date(parts.now())],
  );
  if (!row) throw new Error('the application was not stored');
  tx.notify(user.id, { kind: 'profile' });
  return row;
}
