import { bus, type LanguageCode } from '@tessera/bus';
import { addTexts, DEFAULT_LANGUAGE, isLanguageCode, localeOf, startTexts, switchTexts, text } from '@tessera/i18n';
import { guarded, storedValue } from '@tessera/storage';

const chosenLanguage = storedValue<LanguageCode>({
  name: 'host.language',
  initial: DEFAULT_LANGUAGE,
  accept: guarded(isLanguageCode),
  format: 'text',
});

function announce(code: LanguageCode): void {
  const locale = localeOf(code);
  document.documentElement.lang = locale;
  bus.emit('language', { code, locale });
}

/** The language of calls before and while texts load. */
export const languageCode = (): LanguageCode => bus.last('language')?.code ?? chosenLanguage.read();

/** Loads the common texts in the stored language and follows requests to change it. */
export async function startLanguage(): Promise<void> {
  const code = chosenLanguage.read();
  announce(code);
  bus.on('language.request', (next) => {
    switchTexts(next).then(
      () => {
        chosenLanguage.write(next);
        announce(next);
      },
      () => bus.emit('toast', { text: text('common:error.network'), tone: 'error' }),
    );
  });
  await Promise.all([
    startTexts(code),
    addTexts('host', (language) => import(/* webpackChunkName: "texts-[request]" */ `../i18n/${language}.json`)),
  ]);
}
