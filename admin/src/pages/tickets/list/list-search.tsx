import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';

/** The free-text box of the search tab. */
export function ListSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const translate = useTranslate();
  const clear = translate('workspace.list.clear_search');
  return (
    <Box role="search" sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: 'atende.lineSoft' }}>
      <TextField
        fullWidth
        autoFocus
        value={value}
        placeholder={translate('workspace.list.search_placeholder')}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{
          htmlInput: { 'aria-label': translate('workspace.list.search'), enterKeyHint: 'search', maxLength: 200 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search sx={{ fontSize: 18 }} />
              </InputAdornment>
            ),
            endAdornment: value && (
              <InputAdornment position="end">
                <IconButton size="small" edge="end" aria-label={clear} onClick={() => onChange('')}>
                  <Clear sx={{ fontSize: 16 }} />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
    </Box>
  );
}
