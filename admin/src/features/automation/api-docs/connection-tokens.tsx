import Autorenew from '@mui/icons-material/AutorenewOutlined';
import SyncAlt from '@mui/icons-material/SyncAltOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import { Box, Button, Paper, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { api } from '../../../providers/http';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { CopyLine } from '../../../shared/copy-line';
import { EmptyState } from '../../../shared/empty-state';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { useTask } from '../../../shared/use-task';
import { type ConnectionRow, connectionsKey } from './use-connections';

function TokenRow({ connection }: { connection: ConnectionRow }) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const [shown, setShown] = useState(false);
  const [asking, setAsking] = useState(false);
  const { id, name } = connection;
  const rotate = async () => {
    const done = await run(() => api(`/whatsapp/${id}/token`, { method: 'POST' }));
    setAsking(false);
    if (!done) return;
    void client.invalidateQueries({ queryKey: connectionsKey });
    notify('api.connections.rotated', { type: 'success' });
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'center',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 220px) minmax(0, 1fr) auto' },
        p: 2,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Typography noWrap sx={{ fontWeight: 500 }}>
        {name}
      </Typography>
      <Box sx={{ gridArea: { xs: '2 / 1 / auto / -1', md: 'auto' }, minWidth: 0 }}>
        <CopyLine label={translate('api.connections.token')} value={connection.token ?? ''} hidden={!shown} />
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5 }}>
        <TooltipIconButton
          label={translate(shown ? 'api.connections.hide_of' : 'api.connections.show_of', { name })}
          tooltip={translate(shown ? 'api.connections.hide' : 'api.connections.show')}
          onClick={() => setShown(!shown)}
        >
          {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
        </TooltipIconButton>
        <TooltipIconButton
          label={translate('api.connections.rotate_of', { name })}
          tooltip={translate('api.connections.rotate')}
          onClick={() => setAsking(true)}
        >
          <Autorenew fontSize="small" />
        </TooltipIconButton>
      </Box>
      <ConfirmDialog
        open={asking}
        destructive
        busy={busy}
        title={translate('api.connections.rotate_of', { name })}
        message={translate('api.connections.rotate_message')}
        confirmLabel={translate('api.connections.rotate')}
        onConfirm={() => void rotate()}
        onClose={() => setAsking(false)}
      />
    </Box>
  );
}

/** The tokens by which programs send for a connection. */
export function ConnectionTokens({ connections }: { connections: ConnectionRow[] }) {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h1" sx={{ pb: 0.5 }}>
        {translate('api.sections.connections')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', pb: 2, maxWidth: 720 }}>
        {translate('api.connections.help')}
      </Typography>
      <Paper variant="outlined" sx={{ borderRadius: '14px', mb: 3 }}>
        {connections.length === 0 ? (
          <EmptyState
            icon={<SyncAlt />}
            title={translate('api.connections.none')}
            action={
              <Button variant="contained" component={Link} to="/connections">
                {translate('api.connections.connect')}
              </Button>
            }
          />
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {connections.map((connection) => (
              <TokenRow key={connection.id} connection={connection} />
            ))}
          </Box>
        )}
      </Paper>
    </>
  );
}
