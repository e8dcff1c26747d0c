import type { FundsProof } from '@tessera/api/proofs';
import { proofsContract } from '@tessera/api/proofs/contract';
import type { Sql } from '../../platform/db/database.ts';

const schema = proofsContract['GET /proofs/funds'].output.shape.reserves;

/** The platform's own addresses: the setting `reserve_addresses`, JSON. Throws where it is not of that shape. */
export async function readReserves(sql: Sql): Promise<FundsProof['reserves']> {
  const [row] = await sql.query<{ value: string }>(`select value from setting where keyword = 'reserve_addresses'`);
  return row ? schema.parse(JSON.parse(row.value)) : [];
}
