import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { preferences, usePreference } from '../../shared/preferences';

const WIDE_PX = 1200;

export interface DrawerState {
  /** Below 600 px the drawer lies over the page and closes after each choice. */
  temporary: boolean;
  open: boolean;
  toggle: () => void;
  close: () => void;
}

/** Open by default when the body is wider than 1200 px; what the user chose since then counts more. */
export function useDrawer(): DrawerState {
  const temporary = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const [chosen, choose] = usePreference(preferences.drawerOpen);
  const [overlay, setOverlay] = useState(false);
  const [wide] = useState(() => document.body.clientWidth > WIDE_PX);
  if (temporary)
    return { temporary, open: overlay, toggle: () => setOverlay(!overlay), close: () => setOverlay(false) };
  const open = chosen ?? wide;
  return { temporary, open, toggle: () => choose(!open), close: () => {} };
}
