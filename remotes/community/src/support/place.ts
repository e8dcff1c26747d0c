import { screenUrl } from '@tessera/router';

/** A place of a message, in degrees (WGS 84). */
export type SharedPlace = { readonly latitude: string; readonly longitude: string; readonly name: string };

/** The name, then the screen that shows the place. That it is this screen, `placeOf` checks. */
const SHARED =
  /^(?:(?<name>[^\n]{1,80})\n)?\S+\?latitude=(?<latitude>-?\d{1,2}\.\d{5})&longitude=(?<longitude>-?\d{1,3}\.\d{5})$/u;

export const placeScreen = ({ latitude, longitude, name }: SharedPlace) =>
  screenUrl('/pages/system/open-location', { latitude: latitude, longitude: longitude, name: name || undefined });

/** The text of a message that shares a place: agents read it as text. */
export const placeText = ({ latitude, longitude, name }: SharedPlace): string =>
  `${name === '' ? '' : `${name}\n`}${placeScreen({ latitude, longitude, name: '' })}`;

/** The place that a message shares; null of any other message. */
export function placeOf(text: string): SharedPlace | null {
  const { latitude, longitude, name = '' } = SHARED.exec(text)?.groups ?? {};
  if (latitude === undefined || longitude === undefined) return null;
  const place = { latitude, longitude, name };
  if (placeText(place) !== text) return null;
  return Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180 ? place : null;
}
