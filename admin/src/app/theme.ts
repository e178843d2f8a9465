import type { ThemeOptions } from '@mui/material/styles';
import { componentStyles } from './theme-components';
import { darkTokens, lightTokens, type Tokens } from './tokens';

declare module '@mui/material/styles' {
  interface Palette {
    atende: Tokens;
  }
  interface PaletteOptions {
    atende: Tokens;
  }
}

const fontFamily = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif';

function themeOf(mode: 'light' | 'dark', tokens: Tokens): ThemeOptions {
  return {
    palette: {
      mode,
      atende: tokens,
      primary: { main: tokens.pri, dark: tokens.priHover, contrastText: tokens.onPri },
      secondary: { main: tokens.pri, dark: tokens.priHover, contrastText: tokens.onPri },
      error: { main: tokens.danger, dark: tokens.dangerHover, contrastText: tokens.onPri },
      warning: { main: tokens.warn },
      success: { main: tokens.ok },
      background: { default: tokens.bg, paper: tokens.panel },
      text: { primary: tokens.ink, secondary: tokens.mute, disabled: tokens.faint },
      divider: tokens.line,
      action: { hover: tokens.hover, selected: tokens.priSoft, active: tokens.mute },
    },
    shape: { borderRadius: 10 },
    typography: {
      fontFamily,
      fontSize: 14,
      htmlFontSize: 16,
      body1: { fontSize: 14, lineHeight: 1.45 },
      body2: { fontSize: 13, lineHeight: 1.45 },
      h1: { fontSize: 22, fontWeight: 650, letterSpacing: '-0.015em', lineHeight: 1.25 },
      h2: { fontSize: 17, fontWeight: 650, letterSpacing: '-0.01em', lineHeight: 1.3 },
      h3: { fontSize: 15, fontWeight: 600, lineHeight: 1.35 },
      h4: { fontSize: 12, fontWeight: 600, lineHeight: 1.4 },
      h5: { fontSize: 15, fontWeight: 600 },
      h6: { fontSize: 15, fontWeight: 600 },
      subtitle1: { fontSize: 14, fontWeight: 500 },
      subtitle2: { fontSize: 13, fontWeight: 600 },
      button: { fontSize: 13.5, fontWeight: 600, textTransform: 'none' },
      caption: { fontSize: 12, lineHeight: 1.4 },
    },
    components: componentStyles(tokens),
  };
}

export const lightTheme = themeOf('light', lightTokens);
export const darkTheme = themeOf('dark', darkTokens);
