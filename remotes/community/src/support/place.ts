import { screenUrl } from '@tessera/router';

/** A place of a message, in degrees (WGS 84). */
export type SharedPlace = { readonly latitude: string; readonly longitude: string; readonly name: string };

const SCREEN = '/pages/system/open-location';
/** The name, then the screen that shows the place: agents read it as text. */
const SHARED =
  /^(?:(?<name>[^\n]{1,80})\n)?\/pages\/system\/open-location\?latitude=(?<latitude>-?\d{1,2}\.\d{5})&longitude=(?<longitude>-?\d{1,3}\.\d{5})$/u;

/** The text of a message that shares a place. */
export const placeText = ({ latitude, longitude, name }: SharedPlace): string =>
  `${name === '' ? '' : `${name}\n`}${SCREEN}?latitude=${latitude}&longitude=${longitude}`;

/** The place that a message shares; null of any other message. */
export function placeOf(text: string): SharedPlace | null {
  const { latitude, longitude, name = '' } = SHARED.exec(text)?.groups ?? {};
  if (latitude === undefined || longitude === undefined) return null;
  return Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180 ? { latitude, longitude, name } : null;
}

export const placeScreen = ({ latitude, longitude, name }: SharedPlace) =>
  screenUrl('/pages/system/open-location', { latitude: latitude, longitude: longitude, name: name || undefined });
