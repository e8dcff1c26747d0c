import type { LanguageCode } from '@tessera/bus';
import { bus } from '@tessera/bus/host';
import { addTexts, DEFAULT_LANGUAGE, directionOf, isLanguageCode, localeOf, text } from '@tessera/i18n';
import { startTexts, switchTexts } from '@tessera/i18n/host';
import { guarded, storedValue } from '@tessera/storage';
import { loadAnew } from '../shell/load-anew.ts';

const storedLanguage = (name: `host.${string}`) =>
  storedValue<LanguageCode | null>({ name, initial: null, accept: guarded(isLanguageCode), format: 'text' });

const chosenLanguage = storedLanguage('host.language');
/** The account's choice, for a device without one; the browser's language before (`index.ejs`). */
const accountLanguage = storedLanguage('host.account-language');

const languageOfDevice = (): LanguageCode => chosenLanguage.read() ?? accountLanguage.read() ?? DEFAULT_LANGUAGE;

/** From sources, `?dir=rtl` turns the page in any language. Built for users, none of it is left. */
const directionIn = (code: LanguageCode): string =>
  (process.env.NODE_ENV !== 'production' && new URLSearchParams(location.search).get('dir')) || directionOf(code);

function announce(code: LanguageCode): void {
  const locale = localeOf(code);
  document.documentElement.lang = locale;
  document.documentElement.dir = directionIn(code);
  bus.emit('language', { code, locale });
}

/** The language of calls before and while texts load. */
export const languageCode = (): LanguageCode => bus.last('language')?.code ?? languageOfDevice();

/** The language of the account counts on a device on which none was chosen; null when signed out. */
export function followAccountLanguage(code: LanguageCode | null): void {
  accountLanguage.write(code);
  if (code === null || chosenLanguage.read() !== null || code === languageCode()) return;
  switchTexts(code).then(
    () => announce(code),
    // The texts that are there stay; the next start tries again. The error names the file.
    console.warn,
  );
}

/**
 * Loads the common texts in the stored language and follows requests to change it. Where `isGone` says that a language
 * is missing because it belongs to a former host, the present one is loaded, and starts in it.
 */
export async function startLanguage(isGone: () => Promise<boolean>): Promise<void> {
  const code = languageOfDevice();
  announce(code);
  bus.on('language.request', (next) => {
    switchTexts(next).then(
      () => {
        chosenLanguage.write(next);
        announce(next);
      },
      async () => {
        if (await isGone()) {
          chosenLanguage.write(next);
          loadAnew();
        } else bus.request('toast', { text: text('common:error.network'), tone: 'error' });
      },
    );
  });
  await Promise.all([
    startTexts(code),
    addTexts('host', (language) => import(/* webpackChunkName: "texts-[request]" */ `../i18n/${language}.json`)),
  ]);
}
