import Add from '@mui/icons-material/Add';
import { Autocomplete, Box, createFilterOptions, InputBase } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ColorDot } from '../../../shared/color-dot';
import { textSize } from '../../../shared/type-scale';
import { useTags } from '../../data/use-tags';
import { isNewTag, isTooShort, NEW_TAG, newTagName } from '../../model/new-tag';
import type { Colored } from '../../model/types';

const matching = createFilterOptions<Colored>();

interface TagPickerProps {
  chosen: readonly Colored[];
  onPick: (tag: Colored) => void;
  /** `back`: the focus returns to the button. */
  onClose: (back: boolean) => void;
}

/** Finds or creates a tag; stays open for the next one. */
export default function TagPicker({ chosen, onPick, onClose }: TagPickerProps) {
  const translate = useTranslate();
  const { tags, loading, mayCreate, create, creating } = useTags();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(true);
  const left = tags.filter(({ id }) => !chosen.some((tag) => tag.id === id));
  const fresh = mayCreate && !creating ? newTagName(typed, tags) : null;

  async function pick(option: Colored) {
    setTyped('');
    if (!isNewTag(option)) return onPick(option);
    // an error has been shown; keeps the text
    await create(option.name).then(onPick, () => setTyped(option.name));
  }

  return (
    <Autocomplete
      value={null}
      inputValue={typed}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={(_, reason) => setOpen(reason === 'selectOption')}
      autoHighlight
      clearOnBlur={false}
      options={left}
      filterOptions={(options, state) => [
        ...matching(options, state),
        ...(fresh === null ? [] : [{ id: NEW_TAG, name: fresh, color: '' }]),
      ]}
      getOptionLabel={({ name }) => name}
      loading={loading}
      loadingText={translate('drawer.tags.loading')}
      noOptionsText={translate(mayCreate && isTooShort(typed) ? 'drawer.tags.too_short' : 'drawer.tags.none')}
      onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
      onChange={(_, option) => option && void pick(option)}
      onBlur={() => onClose(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // not for other listeners
        event.stopPropagation();
        if (!open || typed === '') onClose(true);
      }}
      slotProps={{ popper: { placement: 'bottom-start', style: { width: 260 } } }}
      sx={{ width: 190 }}
      renderOption={({ key: _key, ...item }, option) => (
        <Box component="li" key={option.id} {...item} style={{ gap: 10, borderRadius: 8 }}>
          {isNewTag(option) ? <Add aria-hidden fontSize="mini" /> : <ColorDot color={option.color} />}
          {isNewTag(option) ? translate('drawer.tags.create', { name: option.name }) : option.name}
        </Box>
      )}
      renderInput={({ slotProps }) => (
        <InputBase
          ref={slotProps.input.ref}
          autoFocus
          placeholder={translate('drawer.tags.search')}
          inputProps={{ ...slotProps.htmlInput, 'aria-label': translate('drawer.tags.search'), maxLength: 100 }}
          sx={{ fontSize: textSize.caption, px: 0.75, height: 24, width: '100%' }}
        />
      )}
    />
  );
}
