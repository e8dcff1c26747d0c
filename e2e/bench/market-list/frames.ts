/** A screen of 60 frames a second shows one this often, in ms. */
export const FRAME_MS = 1000 / 60;

export type FrameReport = {
  readonly frames: number;
  /** Frames a second over the whole time. */
  readonly rate: number;
  /** Times between frames in ms. */
  readonly median: number;
  readonly p95: number;
  readonly max: number;
  /** Screen refreshes that passed without a frame. */
  readonly dropped: number;
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** `times` as `requestAnimationFrame` gave them, in ms. */
export function reportOf(times: readonly number[]): FrameReport {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const sorted = gaps.toSorted((a, b) => a - b);
  const span = gaps.reduce((sum, gap) => sum + gap, 0);
  return {
    frames: gaps.length,
    rate: span > 0 ? (gaps.length * 1000) / span : 0,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted.at(-1) ?? 0,
    dropped: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0),
  };
}

/** Runs in the page: the times of all frames within `duration` ms. */
export const recordFrames = (duration: number): Promise<number[]> =>
  new Promise((resolve) => {
    const times: number[] = [];
    const frame = (time: number) => {
      times.push(time);
      if (time - (times[0] ?? time) < duration) requestAnimationFrame(frame);
      else resolve(times);
    };
    requestAnimationFrame(frame);
  });
