import { api, type Payload } from '@tessera/api';
import { fiatCodes } from '@tessera/api/rules';
import { bus, type FiatCode, type LanguageCode, type ThemeName } from '@tessera/bus';
import { LANGUAGES, useTexts } from '@tessera/i18n';
import { useFiat, useLanguage, useTheme } from '@tessera/session';
import { SegmentedControl, showToast } from '@tessera/ui';
import { Select } from '@tessera/ui/forms';
import styles from './SettingPage.module.css';

/** The name of a currency in the reader's language. */
const fiatName = (code: FiatCode, locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code;

/** Language, fiat currency and theme: the host carries them out; with an account they are kept there too. */
export function Preferences({ signedIn }: { readonly signedIn: boolean }) {
  const t = useTexts('account');
  const { code: language, locale } = useLanguage();
  const { code: fiat } = useFiat();
  const theme = useTheme();

  const keep = (preferences: Payload<'POST /user/preferences'>) => {
    if (!signedIn) return;
    api('POST /user/preferences', preferences, { quiet: true }).catch(() => showToast(t('settings.notKept'), 'error'));
  };
  const chooseLanguage = (code: LanguageCode) => {
    bus.emit('language.request', code);
    keep({ language: code });
  };
  const chooseFiat = (code: FiatCode) => {
    bus.emit('fiat.request', code);
    keep({ fiat: code });
  };
  return (
    <section>
      <h2 className={styles.heading}>{t('settings.preferences')}</h2>
      <div className={styles.card}>
        <Select
          label={t('settings.language')}
          options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
          value={language}
          onChange={chooseLanguage}
        />
        <Select
          label={t('settings.fiat')}
          searchable
          options={fiatCodes.map((code) => ({ value: code, label: code, note: fiatName(code, locale) }))}
          value={fiat}
          onChange={chooseFiat}
        />
        <p className={styles.label}>{t('settings.theme')}</p>
        <SegmentedControl
          label={t('settings.theme')}
          options={[
            { value: 'light', label: t('settings.light') },
            { value: 'dark', label: t('settings.dark') },
          ]}
          value={theme}
          onChange={(name) => bus.emit('theme.request', name as ThemeName)}
        />
      </div>
    </section>
  );
}
