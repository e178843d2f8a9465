import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/SearchOutlined';
import { Box, IconButton, InputAdornment, TextField } from '@mui/material';
import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import type { ChangeFilters } from '../../../../conversation/data/use-filters';
import type { ListFilters } from '../../../../conversation/model/list-filters';

const SearchFilters = lazy(() => import('../../../../conversation/ui/filters/search-filters'));

interface ListSearchProps {
  /** Not debounced yet. */
  text: string;
  filters: ListFilters;
  byUser: boolean;
  onText: (text: string) => void;
  onChange: ChangeFilters;
}

export function ListSearch({ text, filters, byUser, onText, onChange }: ListSearchProps) {
  const translate = useTranslate();
  const clear = translate('workspace.list.clear_search');
  return (
    <Box
      role="search"
      sx={{ px: 2, py: 1.25, display: 'grid', gap: 1.25, borderBottom: 1, borderColor: 'atende.lineSoft' }}
    >
      <TextField
        fullWidth
        autoFocus
        value={text}
        placeholder={translate('workspace.list.search_placeholder')}
        onChange={(event) => onText(event.target.value)}
        slotProps={{
          htmlInput: { 'aria-label': translate('workspace.list.search'), enterKeyHint: 'search', maxLength: 200 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
            endAdornment: text && (
              <InputAdornment position="end">
                <IconButton size="small" edge="end" aria-label={clear} onClick={() => onText('')}>
                  <Clear fontSize="mini" />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <Suspense fallback={<Box sx={{ height: byUser ? 90 : 40 }} />}>
        <SearchFilters filters={filters} byUser={byUser} onChange={onChange} />
      </Suspense>
    </Box>
  );
}
