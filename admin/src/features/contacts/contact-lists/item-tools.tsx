import PersonAdd from '@mui/icons-material/PersonAddOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { apiDownload } from '../../../providers/http';
import { useSocketEvent } from '../../../providers/realtime';
import { useNotifyError } from '../../../shared/error-text';
import { ImportButton } from '../../../shared/file-import/import-button';
import { isUnderWay, useFileImports } from '../../../shared/file-import/use-file-imports';
import { lazyComponent } from '../../../shared/lazy-component';
import { ToolButton } from '../../../shared/tool-button';

const AddContactsDialog = lazyComponent(() => import('./add-contacts-dialog'));

function Import({ listId }: { listId: number }) {
  const translate = useTranslate();
  const onError = useNotifyError();
  const client = useQueryClient();
  const { imports, start, readColumns, update } = useFileImports({
    list: `/contact-lists/${listId}/imports`,
    upload: `/contact-lists/${listId}/upload`,
    columns: '/contact-lists/import/columns',
  });
  useSocketEvent('contactListImport', ({ contactListImport }) => {
    update(contactListImport);
    if (!isUnderWay(contactListImport)) void client.invalidateQueries({ queryKey: ['contact-list-items'] });
  });
  const refused = (id: number) =>
    void apiDownload(`/contact-lists/imports/${id}/refused`, 'recusados.csv').catch(onError);
  return (
    <ImportButton
      title={translate('lists.import_title')}
      format={translate('lists.import_format')}
      imports={imports}
      onColumns={readColumns}
      onStart={start}
      onRefused={refused}
      refusesRepeated
    />
  );
}

/** Where contacts of the shown list come from. */
export function ItemTools() {
  const translate = useTranslate();
  const [adding, setAdding] = useState(false);
  const { contactListId } = useListContext().filterValues;
  if (typeof contactListId !== 'number') return null;
  return (
    <>
      <Import key={contactListId} listId={contactListId} />
      <ToolButton icon={<PersonAdd />} label={translate('lists.add.open')} onClick={() => setAdding(true)} />
      {adding && <AddContactsDialog listId={contactListId} onClose={() => setAdding(false)} />}
    </>
  );
}
