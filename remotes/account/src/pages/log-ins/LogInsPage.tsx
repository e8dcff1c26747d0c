import { type LogIn, useLogIns } from '@tessera/api/security';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { Badge, EmptyState, ListRow, Page, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { Monitor, Smartphone } from 'lucide-react';
import { isPhone } from '../../place/is-phone.ts';
import { placeName } from '../../place/place-name.ts';

function Row({ logIn }: { readonly logIn: LogIn }) {
  const t = useTexts('account');
  const locale = useLocale();
  const place = placeName(logIn.country, locale) ?? t('logIns.unknownPlace');
  return (
    <ListRow
      start={isPhone(logIn.device) ? <Smartphone /> : <Monitor />}
      title={logIn.device || t('security.unknownDevice')}
      subtitle={
        <>
          {formatDayTime(logIn.created_at, locale)}
          <br />
          {place} · <span dir="ltr">{logIn.address}</span>
        </>
      }
      value={logIn.current ? <Badge tone="accent">{t('security.thisDevice')}</Badge> : undefined}
      note={logIn.ended_at === null ? undefined : t('logIns.ended')}
    />
  );
}

/** Where and when the account was logged in to. */
export default function LogInsPage() {
  const t = useTexts('account');
  const query = useLogIns({});
  return (
    <Page title={t('routes.setting.logins')} back>
      <Text below={2} above={2}>
        {t('logIns.note')}
      </Text>
      <PagedList
        label={t('routes.setting.logins')}
        query={query}
        row={(logIn) => <Row logIn={logIn} />}
        empty={<EmptyState illustration="shield" title={t('logIns.none')} />}
      />
    </Page>
  );
}
