import MoreVert from '@mui/icons-material/MoreVert';
import { IconButton, Menu, MenuItem } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { useSessionUser } from '../../../providers/session-user';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { useTask } from '../../../shared/use-task';

type User = Pick<Schemas['UserRecord'], 'id' | 'name' | 'state' | 'twoFactor'>;

const actions = {
  invitation: { method: 'POST', path: 'invitation', offered: ({ state }: User) => state === 'invited' },
  sessions: { method: 'DELETE', path: 'sessions', offered: ({ state }: User) => state === 'active' },
  two_factor: { method: 'DELETE', path: 'two-factor', offered: ({ twoFactor }: User) => twoFactor === true },
} as const;
type Action = keyof typeof actions;

/** What a manager does about the sign-in of a user: invite again, sign out, remove the second step. */
export function UserActions({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const user = record as unknown as User;
  const { id, name } = user;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState<Action | null>(null);
  const { id: ownId, support } = useSessionUser();
  // one's own are on the profile page; support is refused
  const closed = ownId === id || support !== undefined;
  const offered = (Object.keys(actions) as Action[]).filter((action) => !closed && actions[action].offered(user));
  if (offered.length === 0) return null;
  const perform = async (action: Action) => {
    const { method, path } = actions[action];
    await run(async () => {
      await api(`/users/${id}/${path}`, { method });
      notify(`account.users.${action}_done`, { type: 'success' });
      await client.invalidateQueries({ queryKey: ['users'] });
    });
    setAsking(null);
  };
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('account.users.more_of', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {offered.map((action) => (
          <MenuItem
            key={action}
            onClick={() => {
              setAnchor(null);
              if (action === 'invitation') void perform(action);
              else setAsking(action);
            }}
          >
            {translate(`account.users.${action}`)}
          </MenuItem>
        ))}
      </Menu>
      {asking && (
        <ConfirmDialog
          open
          destructive
          busy={busy}
          title={translate(`account.users.${asking}`)}
          message={translate(`account.users.${asking}_question`, { name })}
          onConfirm={() => void perform(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
