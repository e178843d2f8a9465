import { useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { preferences, usePreference } from '../../providers/preferences';
import { useSessionUser } from '../../providers/session-user';
import { useBackCloses } from '../../shared/use-back-closes';

const WIDE_PX = 1200;

export interface DrawerState {
  /** Below 600 px the drawer opens over the page and closes after each choice. */
  temporary: boolean;
  open: boolean;
  toggle: () => void;
  close: () => void;
}

/** Whether the company's setting sideMenu closes the menu by default; loaded only while the user has made no choice. */
function useClosedByDefault(enabled: boolean): boolean {
  const { companyId } = useSessionUser();
  const { data } = useQuery({
    queryKey: ['settings', companyId],
    queryFn: ({ signal }) => api<Schemas['SettingValue'][]>('/settings', { signal }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.some(({ key, value }) => key === 'sideMenu' && value === 'closed') ?? false;
}

/** Open by default when the body is wider than 1200 px, unless the company or the user has chosen otherwise. */
export function useDrawer(): DrawerState {
  const temporary = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const [chosen, choose] = usePreference(preferences.drawerOpen);
  const [overlay, setOverlay] = useState(false);
  const [wide] = useState(() => document.body.clientWidth > WIDE_PX);
  useBackCloses(temporary && overlay, () => setOverlay(false));
  const closedByDefault = useClosedByDefault(wide && !temporary && chosen === null);
  const open = temporary ? overlay : (chosen ?? (wide && !closedByDefault));
  return useMemo(() => {
    const set = temporary ? setOverlay : choose;
    return { temporary, open, toggle: () => set(!open), close: () => setOverlay(false) };
  }, [temporary, open, choose]);
}
