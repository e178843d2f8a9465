import { type Theme as AppTheme, Box, useTheme } from '@mui/material';
import EmojiPickerReact, { EmojiStyle, type PickerLabels, Theme } from 'emoji-picker-react';
import { useLocale, useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';

const data = {
  pt: () => import('emoji-picker-react/data/emojis-pt'),
  en: () => import('emoji-picker-react/data/emojis-en'),
  es: () => import('emoji-picker-react/data/emojis-es'),
};

/** The picker is themed by CSS variables. */
const look = ({ palette, typography }: AppTheme) => ({
  '&& .EmojiPickerReact': {
    '--epr-font-family': typography.fontFamily ?? 'inherit',
    '--epr-bg-color': palette.background.paper,
    '--epr-category-label-bg-color': palette.background.paper,
    '--epr-emoji-variation-picker-bg-color': palette.background.paper,
    '--epr-text-color': palette.text.secondary,
    '--epr-highlight-color': palette.primary.main,
    '--epr-hover-bg-color': palette.atende.hover,
    '--epr-hover-bg-color-reduced-opacity': palette.atende.hover,
    '--epr-focus-bg-color': palette.atende.priSoft,
    '--epr-picker-border-color': palette.divider,
    '--epr-search-input-bg-color': palette.background.default,
    '--epr-search-input-bg-color-active': palette.background.default,
    '--epr-search-input-text-color': palette.text.primary,
    '--epr-search-input-placeholder-color': palette.atende.faint,
    '--epr-search-border-color': palette.divider,
    '--epr-category-icon-active-color': palette.primary.main,
    '--epr-category-icon-inactive-color': palette.text.secondary,
    '--epr-skin-tone-picker-menu-color': palette.background.paper,
    '--epr-skin-tone-outer-border-color': palette.divider,
  },
  // the data has 'pessoas e corpo'; only the first letter becomes a capital
  '&& .epr-emoji-category-label': {
    display: 'block',
    lineHeight: 'var(--epr-category-label-height)',
    fontSize: textSize.small,
    fontWeight: 600,
    textTransform: 'none',
  },
  '&& .epr-emoji-category-label::first-letter': { textTransform: 'uppercase' },
  // no category headings above search results
  '&& .EmojiPickerReact.epr-search-active': { '--epr-category-label-height': '0px' },
  '&& .epr-search-active .epr-emoji-category-label': { display: 'none' },
});

function useLabels(): Partial<PickerLabels> {
  const translate = useTranslate();
  return {
    searchLabel: translate('workspace.composer.emoji_search'),
    searchClear: translate('emoji.clear'),
    searchResultsNone: translate('emoji.none'),
    searchResultsOne: translate('emoji.one'),
    searchResultsMany: translate('emoji.many'),
    categoryNavigation: translate('emoji.categories'),
    loading: translate('workspace.composer.emoji_loading'),
    loadingError: translate('emoji.failed'),
    retryLoading: translate('workspace.list.retry'),
    skinToneNeutral: translate('emoji.tone.neutral'),
    skinToneLight: translate('emoji.tone.light'),
    skinToneMediumLight: translate('emoji.tone.medium_light'),
    skinToneMedium: translate('emoji.tone.medium'),
    skinToneMediumDark: translate('emoji.tone.medium_dark'),
    skinToneDark: translate('emoji.tone.dark'),
  };
}

export default function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const translate = useTranslate();
  const locale = useLocale();
  const labels = useLabels();
  const dark = useTheme().palette.mode === 'dark';
  return (
    <Box sx={look}>
      <EmojiPickerReact
        emojiStyle={EmojiStyle.NATIVE}
        theme={dark ? Theme.DARK : Theme.LIGHT}
        emojiData={locale === 'en' || locale === 'es' ? data[locale] : data.pt}
        labels={labels}
        searchPlaceholder={translate('workspace.composer.emoji_search')}
        previewConfig={{ showPreview: false }}
        lazyLoadEmojis
        width={320}
        height={380}
        style={{ border: 0 }}
        onEmojiClick={({ emoji }) => onPick(emoji)}
      />
    </Box>
  );
}
