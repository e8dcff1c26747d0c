import type { LanguageCode } from '@tessera/bus';
import i18next, { type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE, localeOf } from './languages.ts';

export type TextTree = { readonly [key: string]: string | TextTree };
/** Fetches one namespace in one language; a rejected fetch may be tried again. */
export type TextLoader = (code: LanguageCode) => Promise<{ readonly default: TextTree }>;

const loaders = new Map<string, TextLoader>();
let current: LanguageCode = DEFAULT_LANGUAGE;

/** Starts the texts of the page in one language, with the common ones; called once, by the host. */
export async function startTexts(code: LanguageCode): Promise<void> {
  current = code;
  await i18next.use(initReactI18next).init({
    lng: localeOf(code),
    fallbackLng: false,
    ns: [],
    defaultNS: 'common',
    resources: {},
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    // Synchronous: a remote's texts may arrive before the common ones.
    initAsync: false,
  });
  await addTexts('common', (language) => import(`./common/${language}.json`));
}

async function fetchNamespace(namespace: string, loader: TextLoader, code: LanguageCode): Promise<void> {
  const texts = (await loader(code)).default;
  i18next.removeResourceBundle(localeOf(code), namespace);
  i18next.addResourceBundle(localeOf(code), namespace, texts);
}

/** Makes a namespace known and fetches it in the language of the moment; a later version of a remote replaces its texts. */
export async function addTexts(namespace: string, loader: TextLoader): Promise<void> {
  if (loaders.get(namespace) === loader && i18next.hasResourceBundle(localeOf(current), namespace)) return;
  await fetchNamespace(namespace, loader, current);
  loaders.set(namespace, loader);
}

/** Fetches every known namespace in the new language, then switches all at once; when a fetch fails, nothing changes. */
export async function switchTexts(code: LanguageCode): Promise<void> {
  await Promise.all([...loaders].map(([namespace, loader]) => fetchNamespace(namespace, loader, code)));
  current = code;
  await i18next.changeLanguage(localeOf(code));
}

/** The texts of one namespace for a component: `const t = useTexts('markets')`. */
export function useTexts(namespace: string): TFunction {
  return useTranslation(namespace).t;
}

/** One text outside a component, in the language of the moment: `text('common:retry')`. */
export const text = (key: string, values?: Record<string, unknown>): string => i18next.t(key, values ?? {}) as string;
