import { useTexts } from '@tessera/i18n';
import { useNavigate } from '@tessera/router';
import { Button, EmptyState, Page } from '@tessera/ui';
import { HOME } from '../routes.ts';

export default function ErrorPage() {
  const t = useTexts('host');
  const common = useTexts('common');
  const navigate = useNavigate();
  return (
    <Page title={t('err.title')} back>
      <EmptyState
        illustration="box"
        title={t('err.title')}
        text={t('err.text')}
        action={<Button onClick={() => navigate(HOME, { replace: true })}>{common('home')}</Button>}
      />
    </Page>
  );
}
