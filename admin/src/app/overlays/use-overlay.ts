import { useStore } from 'react-admin';

/** The dialogs that may open over any page. */
export type Overlay = 'palette' | 'sheet';

export const useOverlay = () => useStore<Overlay | null>('overlay', null);
