import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import {
  Box,
  Button,
  IconButton,
  LinearProgress,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  TextField,
  Typography,
} from '@mui/material';
import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { useNotifyError } from '../../../shared/error-text';
import { post } from '../../data/api';
import { queryKeys } from '../../data/cache';
import type { Named } from '../../model/types';

/** Named filters of a page, as the query of its address. */
type SavedView = Schemas['SavedViewRecord'];

const path = '/saved-views';

function useViewMutation<T>(mutationFn: (variables: T) => Promise<unknown>): UseMutationResult<unknown, unknown, T> {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError: useNotifyError(),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.savedViews }),
  });
}

function NameField({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const translate = useTranslate();
  const [name, setName] = useState(view.name);
  const rename = useViewMutation(({ id, name }: Named) => api(`${path}/${id}`, { method: 'PUT', body: { name } }));
  const save = () => {
    if (name.trim() === '' || name.trim() === view.name) onDone();
    else rename.mutate({ id: view.id, name: name.trim() }, { onSuccess: onDone });
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape') onDone();
    else return;
    event.preventDefault();
    // Escape would close the popover
    event.stopPropagation();
  };
  return (
    <TextField
      autoFocus
      fullWidth
      size="small"
      value={name}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={keyDown}
      onBlur={save}
      slotProps={{ htmlInput: { 'aria-label': translate('list.views.name'), maxLength: 50 } }}
      sx={{ mx: 1.5, my: 0.5 }}
    />
  );
}

interface SavedViewRowProps {
  view: SavedView;
  current: boolean;
  onPick: () => void;
  onRemove: () => void;
}

function SavedViewRow({ view, current, onPick, onRemove }: SavedViewRowProps) {
  const translate = useTranslate();
  const [renaming, setRenaming] = useState(false);
  const { name } = view;
  if (renaming) {
    return (
      <ListItem disablePadding>
        <NameField view={view} onDone={() => setRenaming(false)} />
      </ListItem>
    );
  }
  return (
    <ListItem
      disablePadding
      secondaryAction={
        <>
          <IconButton
            size="small"
            aria-label={translate('list.views.rename', { name })}
            onClick={() => setRenaming(true)}
          >
            <Edit fontSize="mini" />
          </IconButton>
          <IconButton size="small" edge="end" aria-label={translate('list.views.delete', { name })} onClick={onRemove}>
            <Delete fontSize="mini" />
          </IconButton>
        </>
      }
    >
      <ListItemButton selected={current} aria-current={current || undefined} onClick={onPick} sx={{ pr: 10 }}>
        <ListItemText primary={name} slotProps={{ primary: { noWrap: true } }} sx={{ my: 0 }} />
      </ListItemButton>
    </ListItem>
  );
}

interface SavedViewsProps {
  /** The name of the page on the server. */
  page: SavedView['page'];
  /** The current filters. */
  query: string;
  onPick: (query: string) => void;
}

function SaveForm({
  page,
  query,
  field,
}: Omit<SavedViewsProps, 'onPick'> & { field: RefObject<HTMLInputElement | null> }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [name, setName] = useState('');
  const save = useViewMutation((view: Pick<SavedView, 'name' | 'query' | 'page'>) => post(path, view));
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(
      { name: name.trim(), query, page },
      {
        onSuccess: () => {
          setName('');
          // the button that had the focus is disabled now
          field.current?.focus();
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

export default function SavedViews({ page, query, onPick }: SavedViewsProps) {
  const translate = useTranslate();
  const { data: views, isError } = useQuery({
    queryKey: [...queryKeys.savedViews, page],
    queryFn: ({ signal }) => {
      const filter = JSON.stringify({ page });
      return api<SavedView[]>(`${path}?${new URLSearchParams({ filter, range: '[0,29]', sort: '["name","ASC"]' })}`, {
        signal,
      });
    },
  });
  const remove = useViewMutation((id: number) => api(`${path}/${id}`, { method: 'DELETE' }));
  const [removing, setRemoving] = useState<SavedView | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const removed = () => {
    // the focused button disappears with its row
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
      <SaveForm page={page} query={query} field={field} />
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
