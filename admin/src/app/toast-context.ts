import { createContext, use } from 'react';

/** For what a toast shows: takes the toast away. */
export const ToastContext = createContext<() => void>(() => undefined);

export const useCloseToast = (): (() => void) => use(ToastContext);
