import type { TextLoader } from '@tessera/i18n';

export { PlaceChooser, type PlaceChooserProps } from './map/PlaceChooser.tsx';
export { PlaceMap, type PlaceMapProps } from './map/PlaceMap.tsx';
export { degrees, type Place, placeInput } from './map/place.ts';

/** Texts of maps, the namespace `map`: who shows one loads them beside the page; all languages
 * are one file, because the shell carries the name of each. */
export const mapTexts: TextLoader = (code) => import(/* webpackMode: "lazy-once" */ `./map/i18n/${code}.json`);
