export { DEFAULT_LANGUAGE, directionOf, isLanguageCode, LANGUAGES, localeOf } from './languages.ts';
export { problemText, ruleText } from './problem.ts';
export { defineRemote, type PageLoader, type RemoteModule } from './remote.ts';
export {
  addTexts,
  type TextLoader,
  type TextsOfHost,
  type TextTree,
  text,
  useTextByKey,
  useTexts,
} from './texts.ts';
