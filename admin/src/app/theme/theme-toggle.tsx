import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import { useMediaQuery } from '@mui/material';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { preferences, usePreference } from '../../providers/preferences';
import { TooltipIconButton } from '../../shared/tooltip-icon-button';
import { darkTokens, lightTokens } from './tokens';

/** The theme and what changes it: the stored choice, else the system's. */
export function useThemeMode() {
  const [stored, store] = usePreference(preferences.preferredTheme);
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const dark = stored === null ? systemDark : stored === 'dark';
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    const color = (dark ? darkTokens : lightTokens).panel;
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', color);
  }, [dark]);
  return {
    dark,
    /** The text of a button that changes it. */
    label: dark ? 'app.layout.to_light' : 'app.layout.to_dark',
    toggle: () => store(dark ? 'light' : 'dark'),
  };
}

export function ThemeToggle() {
  const translate = useTranslate();
  const { dark, label, toggle } = useThemeMode();
  return (
    <TooltipIconButton label={translate(label)} onClick={toggle}>
      {dark ? <LightMode /> : <DarkMode />}
    </TooltipIconButton>
  );
}
