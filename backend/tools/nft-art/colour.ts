export type Rgb = readonly [red: number, green: number, blue: number];

export const rgb = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

export const hex = ([red, green, blue]: Rgb): string =>
  `#${[red, green, blue]
    .map((part) =>
      Math.max(0, Math.min(255, Math.round(part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

export const mixed = (a: string, b: string, share: number): string => {
  const [from, to] = [rgb(a), rgb(b)];
  return hex(
    [0, 1, 2].map((i) => (from[i] as number) + ((to[i] as number) - (from[i] as number)) * share) as unknown as Rgb,
  );
};

/** The colour at a place between 0 and 1 along evenly spaced stops. */
export function gradient(stops: readonly string[]): (place: number) => Rgb {
  const colours = stops.map(rgb);
  return (place) => {
    const at = Math.max(0, Math.min(0.999_999, place)) * (colours.length - 1);
    const index = Math.floor(at);
    const [from, to] = [colours[index] as Rgb, colours[index + 1] as Rgb];
    const share = at - index;
    return [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
      from[2] + (to[2] - from[2]) * share,
    ];
  };
}
