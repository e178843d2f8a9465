import { useTranslate } from 'react-admin';
import { ConfirmDialog } from './confirm-dialog';

/** Asks before what was entered is dropped. */
export function DiscardDialog(props: { open: boolean; onConfirm: () => void; onClose: () => void }) {
  const translate = useTranslate();
  return (
    <ConfirmDialog
      {...props}
      destructive
      title={translate('app.form.discard_title')}
      message={translate('ra.message.unsaved_changes')}
      confirmLabel={translate('app.form.discard')}
    />
  );
}
