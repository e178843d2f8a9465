import GlobalStyles from '@mui/material/GlobalStyles';

const dark = 'rgba(8, 15, 28, 0.62)';

const rules = {
  '.yarl__root': {
    '--yarl__color_backdrop': 'rgba(8, 15, 28, 0.96)',
    '--yarl__color_button': '#fff',
    '--yarl__color_button_disabled': 'rgba(255, 255, 255, 0.45)',
    '--yarl__button_background_color': dark,
    '--yarl__button_filter': 'none',
    '--yarl__icon_size': '24px',
    '--yarl__navigation_button_padding': '12px',
    '--yarl__toolbar_padding': '12px',
  },
  // readable on a white receipt as on the ground around it
  '.yarl__root .yarl__button': { borderRadius: 99 },
  '.yarl__root .yarl__button:focus-visible': { outline: '2px solid #fff', outlineOffset: -2 },
  '.yarl__root .yarl__toolbar': { gap: 8 },
  '.yarl__root .yarl__navigation_prev': { left: 12 },
  '.yarl__root .yarl__navigation_next': { right: 12 },
  '.yarl__root .yarl__counter': {
    top: 12,
    left: 12,
    margin: 0,
    padding: '8px 14px',
    borderRadius: 99,
    background: dark,
    filter: 'none',
  },
};

/** The look of the gallery, which is drawn outside of the page. */
export const GalleryStyles = () => <GlobalStyles styles={rules} />;
