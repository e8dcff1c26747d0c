import { Component, type ReactNode } from 'react';

type Props = { readonly onBroken: (error: unknown) => void; readonly children: ReactNode };

/** Keeps a screen that throws while rendering from taking the shell with it. */
export class ScreenBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onBroken(error);
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
