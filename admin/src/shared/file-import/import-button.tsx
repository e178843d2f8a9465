import Upload from '@mui/icons-material/FileUploadOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { lazyComponent } from '../lazy-component';
import { ToolButton } from '../tool-button';
import type { FoundColumn } from './column-mapping';
import type { ImportTexts } from './import-dialog';
import { type FileImport, isUnderWay, percentOf } from './use-file-imports';

const ImportDialog = lazyComponent(() => import('./import-dialog'));

interface ImportButtonProps extends ImportTexts {
  imports: readonly FileImport[];
  onStart: (file: File, columns: readonly FoundColumn[]) => Promise<number>;
}

/** Opens the dialog of imports; while one is under way it shows how far it is. */
export function ImportButton({ imports, onStart, ...texts }: ImportButtonProps) {
  const translate = useTranslate();
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
          {...texts}
          shown={shown}
          onStart={async (file, columns) => setId(await onStart(file, columns))}
          onAgain={() => setId(null)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
