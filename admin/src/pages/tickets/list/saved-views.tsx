import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { type SavedView, useRemoveView, useSavedViews, useSaveView } from '../data/saved-views';
import { SavedViewRow } from './saved-view-row';

interface SavedViewsProps {
  /** What the list shows now. */
  query: string;
  onPick: (query: string) => void;
}

function SaveForm({ query, field }: { query: string; field: RefObject<HTMLInputElement | null> }) {
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
        inputRef={field}
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
  const remove = useRemoveView();
  const [removing, setRemoving] = useState<SavedView | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const removed = () => {
    // the button that opened the question is gone with its row
    flushSync(() => setRemoving(null));
    field.current?.focus();
  };
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
            <SavedViewRow
              key={view.id}
              view={view}
              current={view.query === query}
              onPick={() => onPick(view.query)}
              onRemove={() => setRemoving(view)}
            />
          ))}
        </List>
      )}
      <SaveForm query={query} field={field} />
      {removing && (
        <ConfirmDialog
          open
          title={translate('list.views.delete_title', { name: removing.name })}
          destructive
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removing.id, { onSuccess: removed })}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}
