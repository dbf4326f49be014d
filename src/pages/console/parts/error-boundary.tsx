import { Component, type ReactNode } from 'react';

/** Properties of `ErrorBoundary`. */
export interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** Says that its part of the page has failed, so that the rest stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <p className="alert" role="alert">
        This part of the page has failed. Reload the page, or choose another endpoint.
      </p>
    );
  }
}
