import Download from '@mui/icons-material/FileDownloadOutlined';
import Upload from '@mui/icons-material/FileUploadOutlined';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { api, apiDownload, apiUpload } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useResources } from '../../schema/resources';
import { useNotifyError } from '../../shared/error-text';
import { lazyComponent } from '../../shared/lazy-component';
import { ToolButton } from '../../shared/tool-button';
import { type ContactImport, isUnderWay, percentOf } from './types';

const ImportDialog = lazyComponent(() => import('./import-dialog'));

const queryKey = ['contact-imports'];
/** In case an event is lost. */
const POLL_MS = 15_000;

/** The user's imports, newest first, updated by events. */
function useContactImports() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<ContactImport[]>('/contacts/imports', { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey })), [client]);
  useSocketEvent('contactImport', ({ contactImport }) => {
    client.setQueryData<ContactImport[]>(queryKey, (list) =>
      list?.map((each) => (each.id === contactImport.id ? { ...each, ...contactImport } : each)),
    );
    // the errors of lines are complete only at the end
    if (!isUnderWay(contactImport)) void client.invalidateQueries({ queryKey });
  });
  const start = async (file: File) => {
    const form = new FormData();
    form.append('file', file, file.name);
    const started = await apiUpload<ContactImport>('/contacts/import', form);
    client.setQueryData<ContactImport[]>(queryKey, (list = []) => [
      started,
      ...list.filter(({ id }) => id !== started.id),
    ]);
    return started.id;
  };
  return { imports: data ?? [], start };
}

function Import() {
  const translate = useTranslate();
  const { imports, start } = useContactImports();
  const [open, setOpen] = useState(false);
  const [id, setId] = useState<number | null>(null);
  const underWay = imports.find(isUnderWay);
  const shown = imports.find((each) => each.id === id) ?? null;
  const label = underWay
    ? translate('contacts.import.running', { percent: percentOf(underWay) })
    : translate('contacts.import.open');
  const show = () => {
    setId(underWay?.id ?? null);
    setOpen(true);
  };
  return (
    <>
      <ToolButton icon={<Upload />} label={label} onClick={show} />
      {open && (
        <ImportDialog
          shown={shown}
          onStart={async (file) => setId(await start(file))}
          onAgain={() => setId(null)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
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
