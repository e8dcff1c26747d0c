import { useTexts } from '@tessera/i18n';
import { useNavigate } from '@tessera/router';
import { Button, EmptyState, ErrorState, Page } from '@tessera/ui';
import { HOME } from '../pages/routes.ts';
import type { Screen } from './use-screen.ts';

type Props = { readonly screen: Exclude<Screen, { kind: 'page' }>; readonly onRetry: () => void };

/** What a person sees in place of a screen that is missing, slow or broken; the shell around it goes on. */
export function FailedScreen({ screen, onRetry }: Props) {
  const t = useTexts('common');
  const navigate = useNavigate();
  if (screen.kind === 'unknown') {
    return (
      <Page title={t('failed.unknownTitle')} back>
        <EmptyState
          illustration="search"
          title={t('failed.unknownTitle')}
          text={t('failed.unknown')}
          action={<Button onClick={() => navigate(HOME, { replace: true })}>{t('home')}</Button>}
        />
      </Page>
    );
  }
  return (
    <Page title={t('failed.title')} back>
      <ErrorState title={t('failed.title')} text={t(`failed.${screen.reason}`)} onRetry={onRetry} />
    </Page>
  );
}
