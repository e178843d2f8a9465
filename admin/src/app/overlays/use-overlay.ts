import { useStore } from 'react-admin';

/** The dialogs that may open over any page. */
export type Overlay = 'palette' | 'sheet' | 'profile';

export const useOverlay = () => useStore<Overlay | null>('overlay', null);
