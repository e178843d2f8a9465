import DataUsage from '@mui/icons-material/DataUsageOutlined';
import Renew from '@mui/icons-material/EventRepeatOutlined';
import Login from '@mui/icons-material/LoginOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import Undo from '@mui/icons-material/UndoOutlined';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Menu, MenuItem } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { session } from '../../../providers/session';
import { useSessionUser } from '../../../providers/session-user';
import type { ResourceView } from '../../../schema/types';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { useNotifyError } from '../../../shared/error-text';
import { formatDate } from '../../../shared/format';
import { PlanUsage } from './plan-usage';

type Company = RaRecord<number> & Schemas['CompanyRecord'];
interface DialogProps {
  company: Company;
  onClose: () => void;
}

function RenewDialog({ company, onClose }: DialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const client = useQueryClient();
  const renew = useMutation({
    mutationFn: () => api<Schemas['CompanyRecord']>(`/companies/${company.id}/renew`, { method: 'POST' }),
    onSuccess: ({ dueDate }) =>
      notify('platform.renew.done', {
        type: 'success',
        messageArgs: { date: formatDate(dueDate?.slice(0, 10) ?? '') },
      }),
    onError: notifyError,
    onSettled: () => {
      onClose();
      void client.invalidateQueries({ queryKey: ['companies'] });
    },
  });
  return (
    <ConfirmDialog
      open
      title={translate('platform.renew.title', { name: company.name })}
      message={translate('platform.renew.text', { date: formatDate(company.dueDate?.slice(0, 10) ?? '') })}
      confirmLabel={translate('platform.renew.action')}
      busy={renew.isPending}
      onConfirm={() => renew.mutate()}
      onClose={onClose}
    />
  );
}

function EnterDialog({ company, onClose }: DialogProps) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const enter = useMutation({
    mutationFn: () => api<Schemas['Session']>(`/companies/${company.id}/enter`, { method: 'POST' }),
    onSuccess: ({ token, user }) => {
      session.start(token, user);
      // a new page, so that nothing of the own session stays in its memory
      window.location.assign('/tickets');
    },
    onError: (error) => {
      notifyError(error);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title={translate('platform.enter.title', { name: company.name })}
      message={translate('platform.enter.text')}
      confirmLabel={translate('platform.enter.confirm')}
      busy={enter.isPending || enter.isSuccess}
      onConfirm={() => enter.mutate()}
      onClose={onClose}
    />
  );
}

function UsageDialog({ company, onClose }: DialogProps) {
  const translate = useTranslate();
  const title = useId();
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{translate('platform.plan.use_of', { name: company.name })}</DialogTitle>
      {/* scrolls, and has nothing else to focus */}
      <DialogContent tabIndex={0}>
        <PlanUsage companyId={company.id} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const dialogs = { renew: RenewDialog, usage: UsageDialog, enter: EnterDialog };

/** Renewal, usage and support of a company, in a menu beside edit and delete. */
export function CompanyActions({ record }: { view: ResourceView; record: RaRecord }) {
  const translate = useTranslate();
  const { companyId } = useSessionUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const company = record as Company;
  const { name, dueDate, recurrence } = company;
  const Shown = open && dialogs[open];
  const notify = useNotify();
  const notifyError = useNotifyError();
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: () => api(`/companies/${company.id}/restore`, { method: 'POST' }),
    onSuccess: () => notify('platform.removal.undone', { type: 'success', messageArgs: { name } }),
    onError: notifyError,
    onSettled: () => {
      setAnchor(null);
      void client.invalidateQueries({ queryKey: ['companies'] });
    },
  });
  const entry = (dialog: keyof typeof dialogs, Icon: typeof Renew, text: string) => (
    <MenuItem
      onClick={() => {
        setAnchor(null);
        setOpen(dialog);
      }}
    >
      <Icon aria-hidden fontSize="small" />
      {translate(text)}
    </MenuItem>
  );
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('contacts.more_of', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {company.removeAt && (
          <MenuItem disabled={restore.isPending} onClick={() => restore.mutate()}>
            <Undo aria-hidden fontSize="small" />
            {translate('platform.removal.undo')}
          </MenuItem>
        )}
        {dueDate && recurrence && entry('renew', Renew, 'platform.renew.action')}
        {entry('usage', DataUsage, 'platform.plan.show')}
        {company.id !== companyId && entry('enter', Login, 'platform.enter.action')}
      </Menu>
      {Shown && <Shown company={company} onClose={() => setOpen(null)} />}
    </>
  );
}
