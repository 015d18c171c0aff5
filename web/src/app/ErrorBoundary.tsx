import { Component, type ReactNode } from 'react';
import { ERROR_PAGE } from '../content/errors.ts';
import { logError } from '../lib/log.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';

interface ErrorBoundaryProps {
  /** Path of the page. */
  readonly at: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly failedAt?: string | undefined;
}

/** Shows the error page for anything a page throws, until the visitor navigates to another page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true, failedAt: undefined };
  }

  static getDerivedStateFromProps({ at }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    if (!state.failed || state.failedAt === at) return null;
    return state.failedAt === undefined ? { failedAt: at } : { failed: false, failedAt: undefined };
  }

  override componentDidCatch(error: unknown) {
    logError('The page failed to render', error);
  }

  override render() {
    return this.state.failed ? <ErrorMessage explanation={ERROR_PAGE.crashed} /> : this.props.children;
  }
}
