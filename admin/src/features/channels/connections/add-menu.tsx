import Add from '@mui/icons-material/Add';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Menu, MenuItem } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import type { ResourceView } from '../../../schema/types';

/** Adds a connection of one of the channels that this server has. */
export function AddMenu({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { search } = useLocation();
  const title = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const { options = [] } = view.form.create.find(({ name }) => name === 'channel') ?? {};
  const channels = options.filter(({ offered, unavailable }) => offered !== false || unavailable);
  const [missing, setMissing] = useState<(typeof channels)[number] | null>(null);
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
        {channels.map((channel) => {
          const { value, label, unavailable } = channel;
          const explain = () => {
            close();
            setMissing(channel);
          };
          return unavailable ? (
            <MenuItem key={String(value)} onClick={explain} sx={{ color: 'text.secondary' }}>
              {label}
            </MenuItem>
          ) : (
            <MenuItem
              key={String(value)}
              component={Link}
              to={{ pathname: `/${view.screenPath}/create`, search }}
              state={{ start: { channel: value } }}
              onClick={close}
            >
              {label}
            </MenuItem>
          );
        })}
      </Menu>
      <Dialog open={missing !== null} onClose={() => setMissing(null)} aria-labelledby={title} maxWidth="sm">
        <DialogTitle id={title}>{missing?.label}</DialogTitle>
        <DialogContent sx={{ overflowWrap: 'anywhere' }}>{missing?.unavailable}</DialogContent>
        <DialogActions>
          <Button onClick={() => setMissing(null)}>{translate('ra.action.close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
