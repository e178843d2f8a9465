import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/SearchOutlined';
import { Box, IconButton, InputBase, Typography } from '@mui/material';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { SearchHits } from '../../data/use-search-hits';
import { type HitNavigation, HitSteps, hitBar } from './search-hits';

const WAIT_MS = 250;
/** The limit of the server. */
const MAX_LENGTH = 200;

interface FindBarProps {
  input: RefObject<HTMLInputElement | null>;
  /** null: no words, or not known yet. */
  hits: SearchHits | null;
  navigation: HitNavigation | null;
  /** The words to be found, a moment after the last key. */
  onWords: (words: string) => void;
  onClose: () => void;
}

/** Finds words in the opened conversation; Enter shows the next older hit, Shift+Enter the next newer one. */
export function FindBar({ input, hits, navigation, onWords, onClose }: FindBarProps) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  // after the menu from which it was opened has given the focus back
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [input]);
  useEffect(() => {
    const timer = window.setTimeout(() => onWords(text.trim()), WAIT_MS);
    return () => window.clearTimeout(timer);
  }, [text, onWords]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const by = event.shiftKey ? 1 : -1;
      if (navigation?.canStep(by)) navigation.step(by);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
  }
  return (
    <Box role="search" aria-label={translate('list.hits.find')} sx={hitBar} onKeyDown={onKeyDown}>
      <Search aria-hidden fontSize="small" sx={{ color: 'text.secondary', flex: 'none' }} />
      <InputBase
        inputRef={input}
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder={translate('list.hits.words')}
        slotProps={{
          input: { 'aria-label': translate('list.hits.find'), maxLength: MAX_LENGTH, enterKeyHint: 'search' },
        }}
        sx={{ flex: 1, minWidth: 0, fontSize: 'inherit' }}
      />
      {navigation ? (
        <HitSteps navigation={navigation} />
      ) : (
        <Typography variant="body2" role="status" noWrap sx={{ flex: 'none', color: 'text.secondary' }}>
          {hits && text.trim() !== '' ? translate('list.hits.none') : ''}
        </Typography>
      )}
      <IconButton size="small" aria-label={translate('list.hits.close')} onClick={onClose}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
}
