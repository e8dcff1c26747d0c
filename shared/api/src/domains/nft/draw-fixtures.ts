import type { DrawRecord } from './draw-record.ts';
import {
  type Beacon,
  commitmentOf,
  drawBoxes,
  type InventoryItem,
  linkOf,
  oddsOf,
  randomnessOf,
  roundAfter,
  seedHash,
  termsText,
} from './draw-rules.ts';

const inventory: InventoryItem[] = [
  { code: 'aurora', rarity: 'rare', count: 1 },
  { code: 'basalt', rarity: 'common', count: 3 },
];

/** A drand network of 32 bytes 9 as its key; `localBeacon` makes it again. */
export const SAMPLE_BEACON: Beacon = {
  scheme: 'bls-unchained-g1-rfc9380',
  chain_hash: '2ad6a4eb56e2fe42add208273770193e1739bbc20cd4ab70813e7223b27fd96c',
  public_key:
    'b77ba5d4bf7524aa429f1700dac5ac0a6de363e66ab0ef0aa13f2872c43a6923122ac96b24db2503f7c6ae4f33ae9ab400174206049b6caaba895383af5609ff2cde4d65ce83ba31f9ada80ba83bb47afb60bbc49dd40b9c7b57410bf8bbc525',
  genesis: 1_700_000_000,
  period: 3,
};

/** Signatures of its rounds in which the boxes are paid: signing them again for every reader would take its time. */
const ROUNDS: DrawRecord['rounds'] = [
  {
    round: 33_333_335,
    signature: 'b7c1842955e66e72de64488134c7b37693f9b8dd9ff896fec2375a82022043e72ac5b0c26483512ab61d490bb9bccf62',
  },
  {
    round: 33_333_336,
    signature: '93b966f64041cc3a2922b5776ea09cd0f4ad0c5fbfbe255cc9cb7e170c87a82ae9d7d4ee6caa6fc5aab0117d7ad005d3',
  },
  {
    round: 33_333_337,
    signature: '980df3700d7f078f1516fba45e003c640b9e3ed24e9b284ad5e7533e9528ad18e17f8cf0b9b2b4e66273955e75acb5dc',
  },
];

/** The record of a series of four boxes that was sold out and revealed; `null` draws without public randomness. */
export function drawnRecord(beacon: typeof SAMPLE_BEACON | null = SAMPLE_BEACON): DrawRecord {
  const seed = '5e'.repeat(32);
  const terms = termsText({
    version: 1,
    series: 'box-1',
    seed_hash: seedHash(seed),
    inventory,
    odds: oddsOf(inventory),
    beacon,
    silence_days: beacon ? 7 : 0,
  });
  const commitment = commitmentOf(terms);
  const bound = [1, 2, 3, 4].map((number) => {
    const paid_at = 1_800_000_000_000 + (number >> 1) * 3_000;
    return { number, buyer_seed: `buyer ${number}`, paid_at, round: beacon && roundAfter(beacon, paid_at) };
  });
  const rounds = beacon ? ROUNDS : [];
  const randomness = new Map(rounds.map(({ round, signature }) => [round, randomnessOf(signature)]));
  const drawn = drawBoxes(
    seed,
    commitment,
    { inventory },
    bound.map((each) => ({ ...each, randomness: each.round === null ? null : (randomness.get(each.round) ?? null) })),
  );
  let receipt = commitment;
  const draws = bound.map((each, index) => {
    receipt = linkOf(receipt, each);
    return { ...each, receipt, drawn: drawn[index] ?? null, refunded: false };
  });
  return { series: 'box-1', commitment, terms, seed, draws, rounds };
}
