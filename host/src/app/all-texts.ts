import { addTexts } from '@tessera/i18n';

/**
 * Adds them; parts of the app that are loaded alone need no other one before. They stand in the file that asks for them:
 * a chunk for each language would cost the first bundle a hash each.
 */
export const addAppTexts = () => addTexts('app', (code) => import(/* webpackMode: "eager" */ `./i18n/${code}.json`));
