import { useAbout } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { Page } from '@tessera/ui';
import { Reading } from '../../content/Reading.tsx';

export default function AboutPage() {
  const t = useTexts('account');
  const { data, error, isFetching, refetch } = useAbout();
  return (
    <Page title={t('routes.common.aboutus')} back>
      <Reading
        text={data && { ...data, at: data.updated_at }}
        error={error}
        isFetching={isFetching}
        onRetry={refetch}
      />
    </Page>
  );
}
