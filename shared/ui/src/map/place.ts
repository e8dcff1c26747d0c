/** A point on the earth in degrees (WGS 84), and what it is called. */
export type Place = {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
};

/** Degrees with five decimals, about a metre. */
const DECIMALS = 5;
export const NAME_LENGTH = 80;

export const degrees = (value: number): string => value.toFixed(DECIMALS);

/** A place of an address of the page; null where it is none. */
export function placeInput(latitude: string, longitude: string, name = ''): Place | null {
  if (latitude.trim() === '' || longitude.trim() === '') return null;
  const [north, east] = [Number(latitude), Number(longitude)];
  if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180)) return null;
  return { latitude: north, longitude: east, name: name.slice(0, NAME_LENGTH) };
}
