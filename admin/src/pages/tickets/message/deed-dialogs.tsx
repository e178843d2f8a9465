import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { errorText } from '../../../shared/error-text';
import { deleteMessage, editMessage } from '../data/api';
import { putMessage } from '../data/cache';
import type { Message } from '../model/types';
import type { Asked } from './deeds';

const EditDialog = lazy(() => import('./edit-dialog'));
const ForwardDialog = lazy(() => import('./forward-dialog'));

interface DialogProps {
  message: Message;
  onClose: () => void;
}

function Edit({ message, onClose }: DialogProps) {
  const client = useQueryClient();
  const save = async (body: string) => putMessage(client, await editMessage(message.id, body), false);
  return <EditDialog initial={message.body} save={save} onClose={onClose} />;
}

function Delete({ message, onClose }: DialogProps) {
  const translate = useTranslate();
  const client = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    try {
      await deleteMessage(message.id);
      putMessage(client, { ...message, isDeleted: true, body: '', mediaUrl: null }, false);
      onClose();
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      setBusy(false);
    }
  }
  return (
    <ConfirmDialog
      open
      destructive
      busy={busy}
      title={translate('message.delete_title')}
      message={translate('message.delete_message')}
      confirmLabel={translate('message.delete')}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** What is asked before something is done with a message. */
export function DeedDialogs({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  if (!asked) return null;
  const { deed, message } = asked;
  return (
    <Suspense>
      {deed === 'edit' && <Edit message={message} onClose={onClose} />}
      {deed === 'delete' && <Delete message={message} onClose={onClose} />}
      {deed === 'forward' && <ForwardDialog message={message} onClose={onClose} />}
    </Suspense>
  );
}
