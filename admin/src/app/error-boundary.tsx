import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface State {
  failed: { error: unknown } | null;
}

/** Shows something else where a part broke, and leaves the rest standing. Another `key` tries again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error } };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.state.failed.error) : this.props.children;
  }
}
