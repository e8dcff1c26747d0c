import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, EmptyState, Page } from '@tessera/ui';

export default function ErrorPage() {
  const t = useTexts('host');
  const common = useTexts('common');
  const open = useOpenScreen();
  return (
    <Page title={t('err.title')} back>
      <EmptyState
        illustration="box"
        title={t('err.title')}
        text={t('err.text')}
        action={<Button onClick={() => open(screenUrl('/'), { replace: true })}>{common('home')}</Button>}
      />
    </Page>
  );
}
