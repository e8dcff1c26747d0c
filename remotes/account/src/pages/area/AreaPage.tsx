import { useTexts } from '@tessera/i18n';
import { useGoBack } from '@tessera/router';
import { Page } from '@tessera/ui';
import { ChoiceList } from '@tessera/ui/forms';
import { chosenCountry, useCountries } from '@tessera/ui/places';
import { useCountry } from '../../place/use-country.ts';
import styles from './AreaPage.module.css';

/** Every country with its calling code; the one that is picked is where forms of this device begin. */
export default function AreaPage() {
  const t = useTexts('account');
  const goBack = useGoBack();
  return (
    <Page title={t('routes.common.area')} back>
      <div className={styles.choices}>
        <ChoiceList
          label={t('routes.common.area')}
          options={useCountries()}
          value={useCountry()}
          onChange={chosenCountry.write}
          onPick={goBack}
          searchable
        />
      </div>
    </Page>
  );
}
