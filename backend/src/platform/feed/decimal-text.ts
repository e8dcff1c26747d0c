/** Whole steps as a decimal string: 123 steps of '0.25' are '30.75'. Exact while steps × digits stay under 2^53. */
export function stepText(step: string): (count: number) => string {
  const [whole = '0', fraction = ''] = step.split('.');
  const size = Number(whole + fraction);
  const scale = fraction.length;
  return (count) => {
    const digits = String(count * size);
    if (scale === 0) return digits;
    const padded = digits.padStart(scale + 1, '0');
    const point = padded.length - scale;
    const behind = padded.slice(point).replace(/0+$/, '');
    return behind === '' ? padded.slice(0, point) : `${padded.slice(0, point)}.${behind}`;
  };
}

/** A ratio or a statistic as a plain decimal string without trailing zeros. */
export function roundedText(value: number, scale: number): string {
  const text = value.toFixed(scale);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}
