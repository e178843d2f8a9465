import Download from '@mui/icons-material/FileDownloadOutlined';
import Upload from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { apiDownload } from '../../providers/http';
import { useResources } from '../../schema/resources';
import { errorText } from '../../shared/error-text';
import { isUnderWay, percentOf } from './types';
import { useContactImports } from './use-contact-imports';

const ImportDialog = lazy(() => import('./import-dialog'));

interface ToolProps {
  icon: ReactNode;
  label: string;
  busy?: boolean;
  onClick: () => void;
}

/** A button that is only its icon on a phone. */
function Tool({ icon, label, busy, onClick }: ToolProps) {
  return (
    <Button
      variant="outlined"
      aria-label={label}
      loading={busy}
      onClick={onClick}
      sx={{
        whiteSpace: 'nowrap',
        minWidth: 0,
        px: { xs: 1, md: 1.75 },
        '& .MuiButton-startIcon': { m: { xs: 0, md: '0 8px 0 -2px' } },
        '& .label': { display: { xs: 'none', md: 'inline' } },
      }}
      startIcon={icon}
    >
      <span className="label">{label}</span>
    </Button>
  );
}

function Import() {
  const translate = useTranslate();
  const { imports, start } = useContactImports(true);
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
      <Tool icon={<Upload />} label={label} onClick={show} />
      {open && (
        <Suspense>
          <ImportDialog
            shown={shown}
            onStart={async (file) => setId(await start(file))}
            onAgain={() => setId(null)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function Export() {
  const translate = useTranslate();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const download = () => {
    setBusy(true);
    apiDownload('/contacts/export', 'contatos.csv')
      .catch((error: unknown) => notify(errorText(error), { type: 'error' }))
      .finally(() => setBusy(false));
  };
  return <Tool icon={<Download />} label={translate('contacts.export')} busy={busy} onClick={download} />;
}

/** Contacts that come from files and go out in them. */
export function ContactTools() {
  const { can } = useResources();
  return (
    <>
      {can('contacts-page:import') && <Import />}
      {can('contacts-page:export') && <Export />}
    </>
  );
}
