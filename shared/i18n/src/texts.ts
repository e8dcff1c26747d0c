import { forHost, type LanguageCode } from '@tessera/bus';
import i18next, { type TFunction } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import { DEFAULT_LANGUAGE, localeOf } from './languages.ts';
import type { Namespace } from './namespaces.ts';
import { pseudoTexts } from './pseudo.ts';

export type TextTree = { readonly [key: string]: string | TextTree };
/** Fetches one namespace in one language; a rejected fetch may be tried again. */
export type TextLoader = (code: LanguageCode) => Promise<{ readonly default: TextTree }>;

const loaders = new Map<string, TextLoader>();
/** Namespaces that are in the language of before, and are fetched by the next screen that needs them. */
const kept = new Set<string>();
let current: LanguageCode = DEFAULT_LANGUAGE;

/** Starts the texts of the page in one language, with the common ones; called once, by the host. */
async function startTexts(code: LanguageCode): Promise<void> {
  current = code;
  await i18next.init({
    lng: localeOf(code),
    fallbackLng: false,
    ns: [],
    defaultNS: 'common',
    resources: {},
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    // Synchronous: a remote's texts may arrive before the common ones.
    initAsync: false,
  });
  // One chunk per language with the host's own texts, which are needed at the same moment.
  await addTexts('common', (language) => import(/* webpackChunkName: "texts-[request]" */ `./common/${language}.json`));
}

/** From sources, `?texts=pseudo` shows what is not translated or does not fit. Built for users, none of it is left. */
const shownTexts = (texts: TextTree): TextTree =>
  process.env.NODE_ENV !== 'production' && /[?&]texts=pseudo\b/.test(globalThis.location?.search ?? '')
    ? pseudoTexts(texts)
    : texts;

async function fetchNamespace(namespace: string, loader: TextLoader, code: LanguageCode): Promise<void> {
  const texts = shownTexts((await loader(code)).default);
  kept.delete(namespace);
  i18next.removeResourceBundle(localeOf(code), namespace);
  i18next.addResourceBundle(localeOf(code), namespace, texts);
}

/** Makes a namespace known and fetches it in the language of the moment; a later version of a remote replaces its texts. */
export async function addTexts(namespace: string, loader: TextLoader): Promise<void> {
  const isThere = i18next.hasResourceBundle(localeOf(current), namespace) && !kept.has(namespace);
  if (loaders.get(namespace) === loader && isThere) return;
  await fetchNamespace(namespace, loader, current);
  loaders.set(namespace, loader);
}

/**
 * Fetches every known namespace in the new language, then switches all at once. Without the common texts nothing changes;
 * where another fetch fails, such as for a version whose files are gone, its screens keep the language that they have.
 */
async function switchTexts(code: LanguageCode): Promise<void> {
  await Promise.all(
    [...loaders].map(([namespace, loader]) =>
      fetchNamespace(namespace, loader, code).catch((error) => {
        if (namespace === 'common') throw error;
        kept.add(namespace);
        const texts = i18next.getResourceBundle(localeOf(current), namespace);
        i18next.addResourceBundle(localeOf(code), namespace, texts);
      }),
    ),
  );
  current = code;
  await i18next.changeLanguage(localeOf(code));
}

function subscribe(changed: () => void): () => void {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
}

const language = () => i18next.language;

/**
 * Texts with the keys of their namespace. A namespace that is not declared in this compilation takes any key: the shell
 * declares no remote's, and types of `shared/` are compared with those of former releases separately.
 */
type TextsOf<N extends string> = N extends Namespace
  ? TFunction<N>
  : (key: string, values?: Readonly<Record<string, unknown>>) => string;

/**
 * The texts of one namespace for a component: `const t = useTexts('markets')`. They are there before a screen is shown
 * and before a language is switched to, so there is nothing to wait for.
 */
export function useTexts<N extends string>(namespace: N): TextsOf<N> {
  const locale = useSyncExternalStore(subscribe, language);
  return useMemo(() => i18next.getFixedT(locale, namespace as Namespace) as unknown as TextsOf<N>, [locale, namespace]);
}

/** The same for keys that are data, such as the title of a route in its descriptor. They are checked by a test, not by type. */
export const useTextByKey = (namespace: Namespace): ((key: string) => string) =>
  useTexts(namespace) as unknown as (key: string) => string;

/** One text outside a component, in the language of the moment: `text('common:retry')`. */
export const text = (key: string, values?: Record<string, unknown>): string =>
  (i18next.t as (key: string, values: object) => string)(key, values ?? {});

const ofHost = { startTexts, switchTexts };
export type TextsOfHost = typeof ofHost;
forHost(ofHost);
