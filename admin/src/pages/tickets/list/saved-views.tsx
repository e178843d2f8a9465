import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useSavedViews, useSaveView } from '../data/saved-views';
import { SavedViewRow } from './saved-view-row';

interface SavedViewsProps {
  /** What the list shows now. */
  query: string;
  onPick: (query: string) => void;
}

function SaveForm({ query }: { query: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [name, setName] = useState('');
  const save = useSaveView();
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(
      { name: name.trim(), query },
      {
        onSuccess: () => {
          setName('');
          notify('list.views.saved', { type: 'success' });
        },
      },
    );
  }
  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1, p: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      <TextField
        autoFocus
        size="small"
        label={translate('list.views.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 50 } }}
      />
      <Button type="submit" variant="contained" loading={save.isPending} disabled={name.trim() === ''}>
        {translate('list.views.save')}
      </Button>
    </Box>
  );
}

/** The saved views, to be picked, renamed and deleted, and a name for the present one. */
export default function SavedViews({ query, onPick }: SavedViewsProps) {
  const translate = useTranslate();
  const { data: views, isError } = useSavedViews();
  return (
    <>
      {!views && !isError && <LinearProgress />}
      {(isError || views?.length === 0) && (
        <Typography variant="body2" sx={{ p: 1.5, color: 'text.secondary' }}>
          {translate(isError ? 'list.views.failed' : 'list.views.none')}
        </Typography>
      )}
      {views && views.length > 0 && (
        <List aria-label={translate('list.views.open')} sx={{ maxHeight: 'min(320px, 50vh)', overflowY: 'auto' }}>
          {views.map((view) => (
            <SavedViewRow key={view.id} view={view} current={view.query === query} onPick={() => onPick(view.query)} />
          ))}
        </List>
      )}
      <SaveForm query={query} />
    </>
  );
}
