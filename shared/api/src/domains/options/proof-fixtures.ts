import { proofKey, signedTicks, tickAt } from '../instruments/proof-fixtures.ts';
import { wonOption } from './fixtures.ts';
import { optionToWire, type SettlementProof } from './wire.ts';

/* Two signed minutes of a price that rises by a tick in the second one, with the option that won by it. */

const MINUTE = 60_000;
/** When the first minute begins. */
export const PROOF_START = Date.UTC(2026, 10, 20, 15);

export function settlementProofOf(): SettlementProof {
  const middle = PROOF_START + MINUTE;
  const end = middle + MINUTE;
  const { heads, spanOf } = signedTicks([middle, end], (until) =>
    Array.from({ length: 300 }, (_, place) => {
      const at = until - MINUTE + 200 * place;
      return tickAt(at, at < middle ? 6_300_000 : 6_300_001);
    }),
  );
  const span = spanOf(null, end);
  const times = {
    created_at: PROOF_START + 9_000,
    entry_at: PROOF_START + 10_000,
    expires_at: PROOF_START + 70_000,
  };
  return {
    version: 1,
    option: {
      ...optionToWire(wonOption({ close_price: '63000.01', ...times })),
      max_age: 5_000,
      payout: '185',
      strike_number: 51,
      settlement_number: 351,
    },
    record: { entry: span, settlement: span, heads, key: proofKey },
  };
}
