/** The registry halts a ramp by itself when the evidence against it reaches this. */
export const HALTS_AT = 1_000;

/**
 * Progress of the evidence towards a halt, 0 to 1, on a logarithmic scale: evidence is multiplicative, so each factor
 * of ten is one third. Evidence of 1 or less supports neither side.
 */
export const evidenceShare = (evidence: number): number =>
  Math.min(1, Math.max(0, Math.log10(Math.max(1, evidence)) / Math.log10(HALTS_AT)));

/** `low` below 10, `rising` up to 100, `high` from there on. */
export const evidenceLevel = (evidence: number): 'low' | 'rising' | 'high' =>
  evidence < 10 ? 'low' : evidence < 100 ? 'rising' : 'high';
