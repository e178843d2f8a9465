import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useEffectEvent, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useDebounced } from '../../shared/use-debounced';

/** Free text search over the whole list, asked once typing has rested for 500 ms. */
export function SearchBox() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const current = String(filterValues.q ?? '');
  const [text, setText] = useState(current);
  const wanted = useDebounced(text.trim());
  const apply = useEffectEvent((q: string) => {
    if (q === current) return;
    const { q: _, ...others } = filterValues;
    setFilters(q ? { ...others, q } : others);
  });
  useEffect(() => apply(wanted), [wanted]);
  return (
    <TextField
      type="search"
      placeholder={translate('app.list.search')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      sx={{ flex: '1 1 220px', maxWidth: { sm: 360 }, '& input::-webkit-search-cancel-button': { display: 'none' } }}
      slotProps={{
        htmlInput: { 'aria-label': translate('ra.action.search') },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search aria-hidden sx={{ color: 'atende.faint' }} />
            </InputAdornment>
          ),
          endAdornment: text !== '' && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={translate('app.list.clear_search')}
                onClick={() => setText('')}
              >
                <Close fontSize="mini" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
