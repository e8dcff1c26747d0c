import { Card, Skeleton, Stack } from '@tessera/ui';
import { texts } from '../texts.ts';

/** Placeholder cards until the first figures are loaded. */
export const ReleasesSkeleton = () => (
  <div role="status" aria-label={texts.releases.loading}>
    <Stack gap={3} shrinks aria-hidden="true">
      <Skeleton height="4rem" round />
      {['first', 'second', 'third', 'fourth'].map((each) => (
        <Card as="div" key={each} gap={4} shrinks>
          <Skeleton width="9rem" height="1.25rem" />
          <Skeleton height="3rem" />
        </Card>
      ))}
    </Stack>
  </div>
);
