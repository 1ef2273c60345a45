/** The secret of a one-time link. It is in the URL fragment, which browsers do not send. */
import { useLocation } from '@tanstack/react-router';

/** Returns the secret of the current page; empty if the page was opened without one. */
export const useLinkSecret = (): string => useLocation().hash;
