import { onReconnect } from '@tessera/bus';
import { isOnline } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, EmptyState, ErrorState, Page } from '@tessera/ui';
import { useEffect } from 'react';
import { ask } from './load-anew.ts';
import type { Screen } from './use-screen.ts';

type Props = { readonly screen: Exclude<Screen, { kind: 'page' }>; readonly onRetry: () => void };

/** Shown in place of a screen that is missing, slow or broken; the shell keeps working. */
export function FailedScreen({ screen, onRetry }: Props) {
  const t = useTexts('common');
  const open = useOpenScreen();
  const heals = screen.kind === 'failed' && screen.reason !== 'render';
  // What the missing connection kept away comes by itself when it is back.
  useEffect(() => {
    if (!heals) return;
    window.addEventListener('online', onRetry);
    const stop = onReconnect(onRetry);
    return () => {
      window.removeEventListener('online', onRetry);
      stop();
    };
  }, [heals, onRetry]);
  if (screen.kind === 'unknown') {
    return (
      <Page title={t('failed.unknownTitle')} back>
        <EmptyState
          illustration="search"
          title={t('failed.unknownTitle')}
          text={t('failed.unknown')}
          action={<Button onClick={() => open(screenUrl('/'), { replace: true })}>{t('home')}</Button>}
        />
      </Page>
    );
  }
  return (
    <Page title={t('failed.title')} back>
      <ErrorState
        title={t('failed.title')}
        text={t(heals && !isOnline() ? 'error.network' : `failed.${screen.reason}`)}
        onRetry={() => {
          ask();
          onRetry();
        }}
      />
    </Page>
  );
}
