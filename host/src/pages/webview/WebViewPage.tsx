import { useSite } from '@tessera/api/site';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useScreenParams } from '@tessera/router';
import { Button, EmptyState, Page } from '@tessera/ui';
import type { MouseEvent } from 'react';
import { externalUrl } from './external-url.ts';
import styles from './WebViewPage.module.css';

/**
 * Opens a site in a browser window that cannot reach this page. Some WebViews open none: then in the place of the app, to
 * which their way back leads, and a payment page's link at the end of it.
 */
function leaveFor(event: MouseEvent<HTMLElement>, { href }: URL): void {
  event.preventDefault();
  const opened = window.open(href, '_blank');
  if (opened) opened.opener = null;
  else location.assign(href);
}

/**
 * Sites of the site configuration are shown in a frame; the content policy names them too. Another site is opened in a
 * browser window after a warning: embedded it could impersonate this app, and most sites forbid embedding.
 */
export default function WebViewPage() {
  const t = useTexts('host');
  const common = useTexts('common');
  const [{ url: asked }] = useScreenParams('/pages/common/webView', { url: 'string' });
  const site = useSite();
  const url = externalUrl(asked ?? null, location.origin);
  if (!url) {
    return (
      <Page title={t('webView.title')} back>
        <EmptyState
          illustration="shield"
          title={t('webView.bad')}
          action={<Button to={screenUrl('/')}>{common('home')}</Button>}
        />
      </Page>
    );
  }
  // Without a warning before it is known whether one is due.
  if (site.isPending) return <Page title={url.host} back children={null} />;
  if (site.data?.web_views.includes(url.origin)) {
    return (
      <Page title={url.host} back flush>
        <iframe
          className={styles.frame}
          src={url.href}
          title={url.host}
          referrerPolicy="no-referrer"
          sandbox="allow-forms allow-popups allow-same-origin allow-scripts"
        />
      </Page>
    );
  }
  return (
    <Page title={url.host} back>
      <EmptyState
        illustration="shield"
        title={url.host}
        text={t('webView.leaving', { host: url.host })}
        action={
          <Button href={url.href} target="_blank" rel="noopener noreferrer" onClick={(event) => leaveFor(event, url)}>
            {t('webView.open')}
          </Button>
        }
      />
    </Page>
  );
}
