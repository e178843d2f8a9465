import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDelete, useNotify, useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { errorText } from '../../shared/error-text';
import type { ResourceView } from '../types';
import { recordName } from './record-name';

interface DeleteQuestionProps {
  view: ResourceView;
  record: RaRecord | null;
  onClose: () => void;
}

export function DeleteQuestion({ view, record, onClose }: DeleteQuestionProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const [remove, { isPending }] = useDelete<RaRecord, Error>();
  const confirm = () =>
    void remove(
      view.path,
      { id: record?.id, previousData: record ?? undefined },
      {
        onSuccess: () => {
          notify(view.removed || 'app.success', { type: 'success' });
          onClose();
          void client.invalidateQueries({ queryKey: [view.path] });
        },
        onError: (error) => {
          notify(errorText(error), { type: 'error' });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open={record !== null}
      destructive
      busy={isPending}
      title={translate('app.list.delete_of', { name: record ? recordName(view, record) : '' })}
      message={view.deleteQuestion || undefined}
      confirmLabel={translate('ra.action.delete')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
