import { type Preferences as Kept, useKeepPreferences } from '@tessera/api/identity';
import { fiatCodes } from '@tessera/api/rules';
import { type Appearance, bus, type FiatCode, type LanguageCode } from '@tessera/bus';
import { namesIn } from '@tessera/device';
import { LANGUAGES, useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useAppearance, useFiat, useLanguage } from '@tessera/session';
import { Heading, List, ListRow, Span, showToast } from '@tessera/ui';
import { SegmentedControl } from '@tessera/ui/forms';
import { callingCode, countryName } from '@tessera/ui/places';
import { CandlestickChart, CircleDollarSign, Globe, Languages, Palette } from 'lucide-react';
import { useCountry } from '../../place/use-country.ts';
import { ChoiceRow } from './ChoiceRow.tsx';
import styles from './SettingPage.module.css';

/** The name of a currency in the reader's language. */
const fiatName = (code: FiatCode, locale: string): string => namesIn(locale, 'currency')(code);

const DIRECTIONS = ['green-up', 'red-up', 'cb'] as const;

/** A pair of colours as prices will wear it. */
function DirectionSample({ pair }: { readonly pair: Appearance['direction'] }) {
  const t = useTexts('account');
  return (
    <span className={styles.sample} data-direction={pair}>
      {t(`settings.directions.${pair}`)}
      <Span tone="up">▲ 1.2%</Span>
      <Span tone="down">▼ 0.8%</Span>
    </span>
  );
}

/** Language, fiat currency, theme and colours: the host carries them out; with an account they are kept there too. */
export function Preferences({ signedIn }: { readonly signedIn: boolean }) {
  const t = useTexts('account');
  const { code: language, locale } = useLanguage();
  const { code: fiat } = useFiat();
  const { theme, direction } = useAppearance();
  const country = useCountry();

  const { run } = useKeepPreferences({ onRejected: () => showToast(t('settings.notKept'), 'error') });
  const keep = (preferences: Kept) => {
    if (signedIn) run(preferences);
  };
  const chooseLanguage = (code: LanguageCode) => {
    bus.request('language.request', code);
    keep({ language: code });
  };
  const chooseFiat = (code: FiatCode) => {
    bus.request('fiat.request', code);
    keep({ fiat: code });
  };
  return (
    <section>
      <Heading size={14} below={2}>
        {t('settings.preferences')}
      </Heading>
      <List card label={t('settings.preferences')}>
        <ChoiceRow
          start={<Languages />}
          title={t('settings.language')}
          shown={LANGUAGES.find(({ code }) => code === language)?.name ?? language}
          options={LANGUAGES.map(({ code, name, locale: tag }) => ({
            value: code,
            label: <span lang={tag}>{name}</span>,
          }))}
          value={language}
          onChange={chooseLanguage}
        />
        <ChoiceRow
          start={<CircleDollarSign />}
          title={t('settings.fiat')}
          shown={fiat}
          options={fiatCodes.map((code) => ({ value: code, label: code, note: fiatName(code, locale) }))}
          value={fiat}
          onChange={chooseFiat}
        />
        <ListRow
          to={screenUrl('/pages/setting/areas')}
          start={<Globe />}
          title={t('settings.country')}
          value={`${countryName(country, locale)} (+${callingCode(country)})`}
        />
        <ListRow
          start={<Palette />}
          title={t('settings.theme')}
          value={
            <SegmentedControl
              label={t('settings.theme')}
              options={[
                { value: 'system', label: t('settings.system') },
                { value: 'light', label: t('settings.light') },
                { value: 'dark', label: t('settings.dark') },
              ]}
              value={theme}
              onChange={(chosen) => bus.request('appearance.request', { theme: chosen as Appearance['theme'] })}
            />
          }
        />
        <ChoiceRow
          start={<CandlestickChart />}
          title={t('settings.direction')}
          shown={t(`settings.directions.${direction}`)}
          options={DIRECTIONS.map((pair) => ({ value: pair, label: <DirectionSample pair={pair} /> }))}
          value={direction}
          onChange={(pair) => bus.request('appearance.request', { direction: pair })}
        />
      </List>
    </section>
  );
}
