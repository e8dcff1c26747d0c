import { useVerification } from '@tessera/api/kyc';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { List, ListRow, Page, Stack, Text, useLocale } from '@tessera/ui';
import { callingCode, countryName } from '@tessera/ui/places';
import { BadgeCheck, Globe } from 'lucide-react';
import { useCountry } from '../../place/use-country.ts';

function VerifiedCountry() {
  const t = useTexts('account');
  const locale = useLocale();
  const { data } = useVerification();
  const verified = data?.state === 'verified' && data.country !== null ? data.country : null;
  return (
    <ListRow
      to={screenUrl('/pages/setting/real_mark')}
      start={<BadgeCheck />}
      title={t('areas.verified')}
      value={data && (verified ? countryName(verified, locale) : t('areas.notVerified'))}
    />
  );
}

/** The country that forms begin with, beside the one that the account was verified with. */
export default function AreasPage() {
  const t = useTexts('account');
  const locale = useLocale();
  const session = useSession();
  const country = useCountry();
  return (
    <Page title={t('routes.setting.areas')} back>
      <Stack gap={4}>
        <List card label={t('routes.setting.areas')}>
          <ListRow
            to={screenUrl('/pages/common/area')}
            start={<Globe />}
            title={t('areas.forms')}
            value={`${countryName(country, locale)} (+${callingCode(country)})`}
          />
          {session && <VerifiedCountry />}
        </List>
        <Text>{t('areas.note')}</Text>
      </Stack>
    </Page>
  );
}
