import { Component, type ReactNode } from 'react';

type Props = { readonly onBroken: (error: unknown) => void; readonly children: ReactNode };
type State = { readonly failure: { readonly error: unknown } | null };

/** Keeps a screen that throws while rendering from taking the shell with it. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  /** What was typed is in the page for the last time (`typed.ts`). */
  override getSnapshotBeforeUpdate(_: Props, before: State): null {
    const { failure } = this.state;
    if (failure && !before.failure) dispatchEvent(new CustomEvent('tessera-broke', { detail: failure.error }));
    return null;
  }

  /** React asks for it beside a snapshot. */
  override componentDidUpdate() {}

  override componentDidCatch(error: unknown) {
    this.props.onBroken(error);
  }

  override render() {
    return this.state.failure ? null : this.props.children;
  }
}
