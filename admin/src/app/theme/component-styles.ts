import type { ThemeOptions } from '@mui/material';
import type {} from '@mui/x-date-pickers/themeAugmentation';
import { iconSize, textSize } from '../../shared/type-scale';
import type { Tokens } from './tokens';

const focusRing = (t: Tokens) => ({ outline: `2px solid ${t.pri}`, outlineOffset: 2 });

/** As `ThemeOptions` declares them: comparing them with `Components<Theme>` takes the compiler more than a minute. */
type Styles = NonNullable<ThemeOptions['components']>;

function surfaces(t: Tokens): Styles {
  const floating = { border: `1px solid ${t.line}`, boxShadow: '0 12px 32px -12px rgba(8, 15, 28, 0.28)' };
  return {
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { styleOverrides: { root: { border: `1px solid ${t.line}`, borderRadius: 14 } } },
    MuiPopover: { styleOverrides: { paper: { ...floating, borderRadius: 12 } } },
    MuiMenu: { styleOverrides: { list: { padding: 6 } } },
    MuiAutocomplete: { styleOverrides: { paper: { ...floating, borderRadius: 12 }, listbox: { padding: 6 } } },
    MuiMenuItem: { styleOverrides: { root: { borderRadius: 8, fontSize: textSize.body, minHeight: 36, gap: 10 } } },
    MuiDialog: {
      styleOverrides: { paper: { ...floating, borderRadius: 14 }, paperFullScreen: { border: 0, borderRadius: 0 } },
    },
    MuiDialogTitle: {
      styleOverrides: {
        root: { fontSize: textSize.title, fontWeight: 650, letterSpacing: '-0.01em', padding: '18px 22px 12px' },
      },
    },
    MuiDialogContent: { styleOverrides: { root: { padding: '8px 22px 18px' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 22px 18px', gap: 4 } } },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { background: 'rgba(8, 15, 28, 0.42)' } } },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 350 },
      styleOverrides: {
        tooltip: { fontSize: textSize.caption, fontWeight: 500, borderRadius: 8, background: '#1c2a40', color: '#fff' },
      },
    },
    MuiDrawer: { styleOverrides: { paper: { background: t.panel, borderColor: t.line } } },
    MuiSkeleton: { defaultProps: { animation: 'wave' }, styleOverrides: { root: { backgroundColor: t.hover } } },
  };
}

const icons = Object.entries(iconSize).map(([size, fontSize]) => ({
  props: { fontSize: size as keyof typeof iconSize },
  style: { fontSize },
}));

/** Text fields and date fields are two components of MUI that should look the same. */
const outlined = (name: string, t: Tokens) => ({
  root: {
    borderRadius: 10,
    background: t.panel,
    [`&:hover .${name}-notchedOutline`]: { borderColor: t.faint },
    [`&.Mui-focused .${name}-notchedOutline`]: { borderColor: t.pri, borderWidth: 1.5 },
    [`&.Mui-error .${name}-notchedOutline`]: { borderColor: t.danger },
    [`&.Mui-disabled .${name}-notchedOutline`]: { borderColor: t.line },
  },
  notchedOutline: { borderColor: t.fieldLine },
});

function controls(t: Tokens): Styles {
  return {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      // browsers give buttons a font of their own
      styleOverrides: { root: { font: 'inherit', '&.Mui-focusVisible': focusRing(t) } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { borderRadius: 10, minHeight: 36, padding: '6px 14px' },
        outlined: { borderColor: t.line, color: t.ink, '&:hover': { borderColor: t.faint, background: t.hover } },
        text: { color: t.mute, '&.MuiButton-colorError': { color: t.danger } },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        root: { borderRadius: 10, color: t.mute, '&:hover': { background: t.hover } },
        sizeSmall: { padding: 6 },
      },
    },
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none' } },
    MuiOutlinedInput: { styleOverrides: outlined('MuiOutlinedInput', t) },
    MuiPickersOutlinedInput: { styleOverrides: outlined('MuiPickersOutlinedInput', t) },
    MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2, fontSize: textSize.caption } } },
    MuiSwitch: {
      styleOverrides: {
        root: { width: 38, height: 24, padding: 3, overflow: 'visible' },
        // by default three times as wide, which makes a phone scroll sideways when the switch is at its edge
        input: { left: 0, width: '100%' },
        switchBase: {
          padding: 6,
          '&.Mui-checked': { transform: 'translateX(14px)', color: '#fff' },
          '&.Mui-checked + .MuiSwitch-track': { opacity: 1, backgroundColor: t.pri },
          '&.Mui-focusVisible + .MuiSwitch-track': focusRing(t),
        },
        thumb: { width: 12, height: 12, boxShadow: 'none', color: '#fff' },
        track: { borderRadius: 9, opacity: 1, backgroundColor: t.faint },
      },
    },
    MuiFormControlLabel: { styleOverrides: { root: { marginLeft: 0, gap: 8, minHeight: 40 } } },
    MuiChip: { styleOverrides: { root: { borderRadius: 99, fontWeight: 500 }, outlined: { borderColor: t.line } } },
    MuiTab: { styleOverrides: { root: { minHeight: 44, fontWeight: 500 } } },
    MuiSvgIcon: { variants: icons },
    MuiLink: { defaultProps: { underline: 'hover' } },
    // opaque, because it stays in place while entries scroll below it
    MuiListSubheader: { styleOverrides: { root: { background: t.panel, lineHeight: 1.4 } } },
  };
}

function page(t: Tokens): Styles {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        'html, body, #root': { height: '100%' },
        body: { fontFeatureSettings: '"cv05", "ss03"', WebkitFontSmoothing: 'antialiased' },
        '*:focus-visible': focusRing(t),
        'input:focus-visible, textarea:focus-visible, [contenteditable]:focus-visible': { outline: 'none' },
        '*': { scrollbarWidth: 'thin', scrollbarColor: `${t.line} transparent` },
        '@media (prefers-reduced-motion: reduce)': {
          // a transition is none instead of very short: those would start one after another at every element that inherits
          // the change. An endless animation that is short would flash with every frame, so it runs once
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            transition: 'none !important',
          },
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottom: `1px solid ${t.lineSoft}`, padding: '10px 14px' },
        head: {
          color: t.faint,
          fontSize: textSize.caption,
          fontWeight: 600,
          borderBottom: `1px solid ${t.line}`,
          background: t.panel,
        },
      },
    },
  };
}

/** The styles of MUI's components: hairlines instead of shadows, radius 10 to 14, no ripple. */
export function componentStyles(tokens: Tokens): Styles {
  return { ...surfaces(tokens), ...controls(tokens), ...page(tokens) };
}
