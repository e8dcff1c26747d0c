import { addTexts } from '@tessera/i18n';

// With the code: who has entered half of an approval waits for no further file.
const texts: Parameters<typeof addTexts>[1] = (code) => import(/* webpackMode: "eager" */ `./i18n/${code}.json`);

export const loadApprovalTexts = (): Promise<void> => addTexts('approval', texts);
