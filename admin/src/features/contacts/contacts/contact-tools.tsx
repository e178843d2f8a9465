import Download from '@mui/icons-material/FileDownloadOutlined';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { apiDownload } from '../../../providers/http';
import { useSocketEvent } from '../../../providers/realtime';
import { useResources } from '../../../schema/resources';
import { useNotifyError } from '../../../shared/error-text';
import { ImportButton } from '../../../shared/file-import/import-button';
import { useFileImports } from '../../../shared/file-import/use-file-imports';
import { ToolButton } from '../../../shared/tool-button';

function Import() {
  const translate = useTranslate();
  const onError = useNotifyError();
  const { imports, start, readColumns, update } = useFileImports({
    list: '/contacts/imports',
    upload: '/contacts/import',
    columns: '/contacts/import/columns',
  });
  useSocketEvent('contactImport', ({ contactImport }) => update(contactImport));
  return (
    <ImportButton
      title={translate('contacts.import.title')}
      format={translate('contacts.import.format')}
      imports={imports}
      onColumns={readColumns}
      onStart={start}
      onRefused={(id) => void apiDownload(`/contacts/imports/${id}/refused`, 'recusados.csv').catch(onError)}
    />
  );
}

function Export() {
  const translate = useTranslate();
  const onError = useNotifyError();
  const { mutate, isPending } = useMutation({
    mutationFn: () => apiDownload('/contacts/export', 'contatos.csv'),
    networkMode: 'always',
    onError,
  });
  return <ToolButton icon={<Download />} label={translate('contacts.export')} busy={isPending} onClick={mutate} />;
}

/** Import and export of contacts. */
export function ContactTools() {
  const { can } = useResources();
  return (
    <>
      {can('contacts-page:import') && <Import />}
      {can('contacts-page:export') && <Export />}
    </>
  );
}
