import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type SavedView, useRenameView } from '../data/saved-views';

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
  onRemove: () => void;
}

export function SavedViewRow({ view, current, onPick, onRemove }: SavedViewRowProps) {
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
