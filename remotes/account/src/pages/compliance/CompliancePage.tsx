import { useTexts } from '@tessera/i18n';
import { Page } from '@tessera/ui';
import { useHousePage } from '../../content/content.ts';
import { Reading } from '../../content/Reading.tsx';

export default function CompliancePage() {
  const t = useTexts('account');
  const { data, error, isFetching, refetch } = useHousePage('GET /operational_compliance');
  return (
    <Page title={t('routes.setting.operational_compliance')} back>
      <Reading
        text={data && { ...data, at: data.updated_at }}
        error={error}
        isFetching={isFetching}
        onRetry={refetch}
      />
    </Page>
  );
}
