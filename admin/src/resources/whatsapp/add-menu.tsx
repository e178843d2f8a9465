import Add from '@mui/icons-material/Add';
import { Button, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import type { ResourceView } from '../../schema/types';

/** Adds a connection of one of the channels that this server has. */
export function AddMenu({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { search } = useLocation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const { options = [] } = view.form.create.find(({ name }) => name === 'channel') ?? {};
  const channels = options.filter(({ offered }) => offered !== false);
  return (
    <>
      <Button
        variant="contained"
        startIcon={<Add />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ whiteSpace: 'nowrap' }}
      >
        {translate('connections.add')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {channels.map(({ value, label }) => (
          <MenuItem
            key={String(value)}
            component={Link}
            to={{ pathname: `/${view.screenPath}/create`, search }}
            state={{ start: { channel: value } }}
            onClick={close}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
