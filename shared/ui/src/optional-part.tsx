import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';

type BoundaryProps = { readonly onBroken: () => void; readonly children: ReactNode };

/** Shows nothing in the place of a part that throws. */
class PartBoundary extends Component<BoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch() {
    this.props.onBroken();
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}

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
      <PartBoundary onBroken={renew}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}
