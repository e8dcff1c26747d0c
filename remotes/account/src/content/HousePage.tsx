import type { useAbout } from '@tessera/api/content';
import { Page } from '@tessera/ui';
import { Reading } from './Reading.tsx';

type Props = { readonly title: string; readonly article: ReturnType<typeof useAbout> };

/** A page in the operator's own words: about the platform, its compliance. */
export const HousePage = ({ title, article: { data, error, isFetching, refetch } }: Props) => (
  <Page title={title} back>
    <Reading text={data && { ...data, at: data.updated_at }} error={error} isFetching={isFetching} onRetry={refetch} />
  </Page>
);
