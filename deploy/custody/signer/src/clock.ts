import { SignerRefusal } from '@tessera/signer-api';

/** ms that the two clocks may differ. */
const TOLERANCE = 2 * 60_000;

export type Clocks = {
  /** Unix ms. */
  readonly wall: () => number;
  /** ms since any moment; never set. */
  readonly monotonic: () => number;
};

/**
 * The time by which caps and delays count. A clock that is set while the signer runs, or stands before what was signed
 * already, would open caps early: then nothing is signed until it is right again, or the signer is started anew by hand.
 */
export function trustedClock({ wall, monotonic }: Clocks): (last: number) => number {
  const [wallStart, start] = [wall(), monotonic()];
  return (last) => {
    const now = wall();
    const passed = monotonic() - start;
    if (Math.abs(now - wallStart - passed) > TOLERANCE) throw new SignerRefusal('clock_wrong', 'the clock was set');
    if (now < last - TOLERANCE) throw new SignerRefusal('clock_wrong', 'the clock is behind the last signature');
    return Math.max(now, last);
  };
}
