import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ScreenBoundary } from './ScreenBoundary.tsx';

/**
 * A part that is fetched after what it stands in, which does not need it: one that cannot be fetched, or throws, is left
 * out, and fetched anew where it is next mounted.
 */
export function optionalPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let Part = lazy(load);
  const renew = () => {
    Part = lazy(load);
  };
  return function OptionalPart(props) {
    return (
      <ScreenBoundary onBroken={renew}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </ScreenBoundary>
    );
  };
}
