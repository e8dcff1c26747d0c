import type { Output } from '@tessera/api/contract';
import type { Sql } from '../../../platform/db/database.ts';
import { type Look, workView } from '../view.ts';
import { cardsOfItems } from '../works.ts';
import type { Withdrawal } from './store.ts';

type Wire = Output<'POST /bind_box/withdrawNFT'>;

const stateOf = ({ state, block_number }: Withdrawal): Wire['state'] =>
  state === 'sent' && block_number !== null ? 'mined' : state;

/** Withdrawals with their works, read together. */
export async function withdrawalViews(
  sql: Sql,
  rows: readonly Withdrawal[],
  look: Look & { readonly userId: string },
  needed: number,
): Promise<Wire[]> {
  const cards = await cardsOfItems(
    sql,
    rows.map(({ item_id }) => item_id),
    look.userId,
  );
  return rows.flatMap((row) => {
    const card = cards.get(row.item_id);
    if (!card) return [];
    return [
      {
        id: row.id,
        work: workView(card, look),
        address: row.address,
        chain_id: row.chain_id,
        contract: row.contract,
        token_id: row.item_id,
        state: stateOf(row),
        tx_hash: row.tx_hash,
        confirmations: Math.min(row.confirmations, needed),
        confirmations_needed: needed,
        created_at: row.created_at,
        finished_at: row.finished_at,
      },
    ];
  });
}
