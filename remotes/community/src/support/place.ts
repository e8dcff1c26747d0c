import type { SharedPlace } from '@tessera/api/support/rules';
import { screenUrl } from '@tessera/router';

export const placeScreen = ({ latitude, longitude, name }: SharedPlace) =>
  screenUrl('/pages/system/open-location', { latitude: latitude, longitude: longitude, name: name || undefined });

/** The text of a message that shares a place, which `placeOf` reads again. */
export const placeText = ({ latitude, longitude, name }: SharedPlace): string =>
  `${name === '' ? '' : `${name}\n`}${placeScreen({ latitude, longitude, name: '' })}`;
