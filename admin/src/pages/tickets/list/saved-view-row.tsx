import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { type SavedView, useRemoveView, useRenameView } from '../data/saved-views';

interface NameFieldProps {
  view: SavedView;
  onDone: () => void;
}

function NameField({ view, onDone }: NameFieldProps) {
  const translate = useTranslate();
  const [name, setName] = useState(view.name);
  const rename = useRenameView();
  const save = () => {
    if (name.trim() === '' || name.trim() === view.name) onDone();
    else rename.mutate({ id: view.id, name: name.trim() }, { onSuccess: onDone });
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape') onDone();
    else return;
    event.preventDefault();
    // Escape would close the whole list
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
}

export function SavedViewRow({ view, current, onPick }: SavedViewRowProps) {
  const translate = useTranslate();
  const [doing, setDoing] = useState<'rename' | 'delete' | null>(null);
  const remove = useRemoveView();
  const { name } = view;
  const stop = () => setDoing(null);
  if (doing === 'rename') {
    return (
      <ListItem disablePadding>
        <NameField view={view} onDone={stop} />
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
            onClick={() => setDoing('rename')}
          >
            <Edit fontSize="mini" />
          </IconButton>
          <IconButton
            size="small"
            edge="end"
            aria-label={translate('list.views.delete', { name })}
            onClick={() => setDoing('delete')}
          >
            <Delete fontSize="mini" />
          </IconButton>
        </>
      }
    >
      <ListItemButton selected={current} aria-current={current || undefined} onClick={onPick} sx={{ pr: 10 }}>
        <ListItemText primary={name} slotProps={{ primary: { noWrap: true } }} sx={{ my: 0 }} />
      </ListItemButton>
      <ConfirmDialog
        open={doing === 'delete'}
        title={translate('list.views.delete_title', { name })}
        destructive
        busy={remove.isPending}
        onConfirm={() => remove.mutate(view.id, { onSuccess: stop })}
        onClose={stop}
      />
    </ListItem>
  );
}
