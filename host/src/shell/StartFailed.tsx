import { useTexts } from '@tessera/i18n';
import { ErrorState, Page } from '@tessera/ui';

/** The page cannot start: no manifest is trusted, or the URL requests a forbidden override. */
export default function StartFailed({ refused }: { readonly refused: string | null }) {
  const common = useTexts('common');
  const t = useTexts('host');
  const { pathname, hash } = window.location;
  return (
    <Page title={common('failed.title')}>
      <ErrorState
        title={common('failed.title')}
        text={refused === null ? common('failed.load') : t('release.refused', { reason: refused })}
        retryLabel={refused === null ? undefined : t('release.without')}
        onRetry={() => (refused === null ? window.location.reload() : window.location.assign(pathname + hash))}
      />
    </Page>
  );
}
