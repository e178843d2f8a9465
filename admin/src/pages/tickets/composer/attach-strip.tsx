import Box from '@mui/material/Box';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { AttachThumbnail } from './attach-thumbnail';
import { FileButton } from './file-button';

interface AttachStripProps {
  files: readonly File[];
  current: number;
  onCurrent: (index: number) => void;
  onRemove: (index: number) => void;
  onAdd: (files: File[]) => void;
}

const steps: Record<string, number | undefined> = { ArrowLeft: -1, ArrowRight: 1 };

/** All chosen files in one line, however many; one of them is shown above. Arrows move along it, Delete takes one out. */
export function AttachStrip({ files, current, onCurrent, onRemove, onAdd }: AttachStripProps) {
  const translate = useTranslate();
  const line = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const next = current + (steps[event.key] ?? 0);
    if (event.key === 'Delete') onRemove(current);
    else if (next !== current && files[next]) {
      onCurrent(next);
      line.current?.querySelectorAll<HTMLElement>('[aria-pressed]')[next]?.focus();
    } else return;
    event.preventDefault();
  }

  return (
    <Box
      role="group"
      aria-label={translate('workspace.attach.files')}
      onKeyDown={onKeyDown}
      sx={{ flex: 'none', display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}
    >
      <Box
        ref={line}
        sx={{ display: 'flex', gap: 1.25, minWidth: 0, overflowX: 'auto', pt: 1, pr: 1, pb: 0.75, pl: 0.25 }}
      >
        {files.map((file, index) => (
          <AttachThumbnail
            // the same file may be chosen twice
            key={`${file.name}${file.size}${file.lastModified}${files.slice(0, index).filter(({ name, size }) => name === file.name && size === file.size).length}`}
            file={file}
            name={file.name || translate('workspace.kind.image')}
            chosen={index === current}
            onChoose={() => onCurrent(index)}
            onRemove={() => onRemove(index)}
          />
        ))}
      </Box>
      <FileButton label={translate('workspace.attach.add')} onFiles={onAdd} />
    </Box>
  );
}
