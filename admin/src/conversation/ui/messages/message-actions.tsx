import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { lazyComponent } from '../../../shared/lazy-component';
import { useTask } from '../../../shared/use-task';
import { type MessageSource, messageSource } from '../../data/message-source';
import type { PendingAction } from '../../data/use-message-actions';
import type { ConversationKey, Message } from '../../model/types';

const EditDialog = lazyComponent(() => import('./edit-dialog'));
const ForwardDialog = lazyComponent(() => import('./forward-dialog'));

interface DeleteDialogProps {
  source: MessageSource;
  message: Message;
  onClose: () => void;
}

function DeleteDialog({ source, message, onClose }: DeleteDialogProps) {
  const translate = useTranslate();
  const { busy, run } = useTask();
  const confirm = async () => {
    await source.remove(message);
    source.merge({ ...message, isDeleted: true, body: '', mediaUrl: null }, false);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      destructive
      busy={busy}
      title={translate('message.delete_title')}
      message={translate('message.delete_message')}
      confirmLabel={translate('message.delete')}
      onConfirm={() => void run(confirm)}
      onClose={onClose}
    />
  );
}

interface MessageActionDialogsProps {
  conversation: ConversationKey;
  pending: PendingAction | null;
  onClose: () => void;
}

export function MessageActionDialogs({ conversation, pending, onClose }: MessageActionDialogsProps) {
  if (!pending) return null;
  const { action, message } = pending;
  const source = messageSource(conversation);
  const save = async (body: string) => source.merge(await source.edit(message, body), false);
  if (action === 'edit') return <EditDialog initial={message.body} save={save} onClose={onClose} />;
  if (action === 'delete') return <DeleteDialog source={source} message={message} onClose={onClose} />;
  return <ForwardDialog message={message} onClose={onClose} />;
}
