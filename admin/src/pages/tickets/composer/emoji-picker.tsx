import { useTheme } from '@mui/material/styles';
import EmojiPickerReact, { EmojiStyle, Theme } from 'emoji-picker-react';
import { useLocale, useTranslate } from 'react-admin';

const data = {
  pt: () => import('emoji-picker-react/data/emojis-pt'),
  en: () => import('emoji-picker-react/data/emojis-en'),
  es: () => import('emoji-picker-react/data/emojis-es'),
};

export default function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const translate = useTranslate();
  const locale = useLocale();
  const dark = useTheme().palette.mode === 'dark';
  const search = translate('workspace.composer.emoji_search');
  return (
    <EmojiPickerReact
      emojiStyle={EmojiStyle.NATIVE}
      theme={dark ? Theme.DARK : Theme.LIGHT}
      emojiData={locale === 'en' || locale === 'es' ? data[locale] : data.pt}
      searchPlaceholder={search}
      searchLabel={search}
      previewConfig={{ showPreview: false }}
      lazyLoadEmojis
      width={320}
      height={380}
      style={{ border: 0 }}
      onEmojiClick={({ emoji }) => onPick(emoji)}
    />
  );
}
