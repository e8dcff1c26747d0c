import { TERMS_VERSION } from '@tessera/api/identity/rules';
import type { FormField } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Text } from '@tessera/ui';
import { Checkbox } from '@tessera/ui/forms';
import styles from '../../credentials/Credentials.module.css';

/** The field has the version that is agreed to, and nothing without consent. Never ticked beforehand. */
export function Consent({ value, onChange, error }: FormField) {
  const t = useTexts('entrance');
  return (
    <div>
      <Checkbox checked={value !== ''} onChange={(agreed) => onChange(agreed ? TERMS_VERSION : '')}>
        {t('register.consent')}
      </Checkbox>
      <p className={styles.documents}>
        <ScreenLink to={screenUrl('/pages/common/terms')}>{t('register.terms')}</ScreenLink>
        <ScreenLink to={screenUrl('/pages/common/privacy')}>{t('register.privacy')}</ScreenLink>
      </p>
      {error && (
        <Text tone="danger" role="alert">
          {t('register.consentMissing')}
        </Text>
      )}
    </div>
  );
}
