import { useTexts } from '@tessera/i18n';
import { useScreenParams } from '@tessera/router';
import { Button, EmptyState, Page } from '@tessera/ui';
import { externalUrl } from './external-url.ts';

/**
 * Another site is opened in a browser window after a warning: embedded it could impersonate this app, and most sites
 * forbid embedding.
 */
export default function WebViewPage() {
  const t = useTexts('host');
  const [{ url: asked }] = useScreenParams('/pages/common/webView', { url: 'string' });
  const url = externalUrl(asked ?? null, location.origin);
  return (
    <Page title={url?.host ?? t('webView.title')} back>
      {url ? (
        <EmptyState
          illustration="shield"
          title={url.host}
          text={t('webView.leaving', { host: url.host })}
          action={
            <Button href={url.href} target="_blank" rel="noopener noreferrer">
              {t('webView.open')}
            </Button>
          }
        />
      ) : (
        <EmptyState illustration="shield" title={t('webView.bad')} />
      )}
    </Page>
  );
}
