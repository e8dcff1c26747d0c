import { Component, type ReactNode } from 'react';

/**
 * Keeps a screen that throws while it is left from taking the shell with it: React gives such an error to what stays,
 * so the screen's own boundary is gone by then. What comes next is shown as if nothing had happened; React prints the
 * error.
 */
export class LeavingBoundary extends Component<{ readonly children: ReactNode }> {
  static getDerivedStateFromError() {
    return null;
  }

  override render() {
    return this.props.children;
  }
}
