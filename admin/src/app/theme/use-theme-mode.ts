import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect } from 'react';
import { preferences, usePreference } from '../../shared/preferences';
import { darkTokens, lightTokens } from './tokens';

type Mode = 'light' | 'dark';

/** The theme and its setter: the stored choice, else the system's. */
export function useThemeMode(): [Mode, (mode: Mode) => void] {
  const [stored, store] = usePreference(preferences.preferredTheme);
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const mode = stored ?? (systemDark ? 'dark' : 'light');
  useEffect(() => {
    document.documentElement.dataset.theme = mode;
    const color = (mode === 'dark' ? darkTokens : lightTokens).panel;
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', color);
  }, [mode]);
  return [mode, store];
}
