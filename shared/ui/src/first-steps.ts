import { addTexts } from '@tessera/i18n';

// One file with the screen's part: the shell carries name and hash of each.
const texts: Parameters<typeof addTexts>[1] = (code) =>
  import(/* webpackMode: "lazy-once", webpackChunkName: "first-steps" */ `./first-steps/i18n/${code}.json`);

/** The first steps of a new user, for `React.lazy`: they come with their texts. */
export async function loadFirstSteps() {
  const [{ FirstSteps }] = await Promise.all([
    import(/* webpackChunkName: "first-steps" */ './first-steps/FirstSteps.tsx'),
    addTexts('firstSteps', texts),
  ]);
  return { default: FirstSteps };
}
