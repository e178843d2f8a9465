import type { ThemeOptions } from '@mui/material';
import { textSize } from '../../shared/type-scale';
import { componentStyles } from './component-styles';
import { darkTokens, lightTokens, type Tokens } from './tokens';

declare module '@mui/material/styles' {
  interface Palette {
    atende: Tokens;
  }
  interface PaletteOptions {
    atende: Tokens;
  }
}

declare module '@mui/material/SvgIcon' {
  interface SvgIconPropsSizeOverrides {
    mini: true;
    huge: true;
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
      fontSize: textSize.body,
      htmlFontSize: 16,
      body1: { fontSize: textSize.body, lineHeight: 1.45 },
      body2: { fontSize: textSize.small, lineHeight: 1.45 },
      h1: { fontSize: textSize.headline, fontWeight: 650, letterSpacing: '-0.015em', lineHeight: 1.25 },
      h2: { fontSize: textSize.title, fontWeight: 650, letterSpacing: '-0.01em', lineHeight: 1.3 },
      h3: { fontSize: textSize.title, fontWeight: 600, lineHeight: 1.35 },
      h4: { fontSize: textSize.caption, fontWeight: 600, lineHeight: 1.4 },
      h5: { fontSize: textSize.title, fontWeight: 600 },
      h6: { fontSize: textSize.title, fontWeight: 600 },
      subtitle1: { fontSize: textSize.body, fontWeight: 500 },
      subtitle2: { fontSize: textSize.small, fontWeight: 600 },
      button: { fontSize: textSize.body, fontWeight: 600, textTransform: 'none' },
      caption: { fontSize: textSize.caption, lineHeight: 1.4 },
      overline: { fontSize: textSize.micro, lineHeight: 1.4, textTransform: 'none', letterSpacing: 0 },
    },
    components: componentStyles(tokens),
  };
}

export const lightTheme = themeOf('light', lightTokens);
export const darkTheme = themeOf('dark', darkTokens);
