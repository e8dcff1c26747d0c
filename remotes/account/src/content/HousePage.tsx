import type { useAbout } from '@tessera/api/content';
import { Page } from '@tessera/ui';
import type { ReactNode } from 'react';
import { Reading } from './Reading.tsx';

type Props = {
  readonly title: string;
  readonly article: ReturnType<typeof useAbout>;
  readonly lead?: ReactNode;
  readonly end?: ReactNode;
};

/** A page in the operator's own words: about the platform, its compliance. */
export const HousePage = ({ title, lead, end, article: { data, error, isFetching, refetch } }: Props) => (
  <Page title={title} back>
    {lead}
    <Reading text={data && { ...data, at: data.updated_at }} error={error} isFetching={isFetching} onRetry={refetch} />
    {end}
  </Page>
);
