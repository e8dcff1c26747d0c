import type { PlannedStep } from '@tessera/registry-api';
import { readPercent } from './percent.ts';

const MINUTES_OF = { m: 1, h: 60, d: 24 * 60 } as const;
const STEP = /^(\S+?)\s*%?\s+after\s+(\d{1,5})\s*([mhd])$/;

/** Reads `25 after 10m, 100 after 2h`; null for what is none. Nothing is no step. */
export function readSteps(typed: string): readonly PlannedStep[] | null {
  if (typed.trim() === '') return [];
  const steps = typed.split(/[;\n]|,\s/).map((part) => {
    const [, share = '', time, unit] = STEP.exec(part.trim()) ?? [];
    const reading = readPercent(share);
    return reading.ok && unit
      ? { percent: reading.percent, after: Number(time) * MINUTES_OF[unit as keyof typeof MINUTES_OF] }
      : null;
  });
  const read = steps.filter((step) => step !== null);
  return read.length === steps.length ? read : null;
}
