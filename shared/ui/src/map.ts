import type { TextLoader } from '@tessera/i18n';

export { PlaceChooser, type PlaceChooserProps } from './map/PlaceChooser.tsx';
export { PlaceMap, type PlaceMapProps } from './map/PlaceMap.tsx';
export { degrees, type Place, placeInput } from './map/place.ts';

/** Texts of maps, the namespace `map`: who shows one adds them beside the page; all languages
 * are in the file of the map, because the shell carries name and hash of each file. */
export const mapTexts: TextLoader = (code) => import(/* webpackMode: "eager" */ `./map/i18n/${code}.json`);
