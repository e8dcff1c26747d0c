/** Bars of a waveform around the middle line, one unit apart and at most two high, as SVG path data. */
export const peaksPath = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const half = Math.min(1, Math.max(0.04, peak));
      return `M${index + 0.5} ${(1 - half).toFixed(2)}V${(1 + half).toFixed(2)}`;
    })
    .join('');

/** Seconds as `m:ss`. */
export function playTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
