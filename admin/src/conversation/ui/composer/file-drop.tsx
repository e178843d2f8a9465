import UploadFile from '@mui/icons-material/UploadFileOutlined';
import { Box } from '@mui/material';
import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { sharedFiles } from '../../data/drafts';
import { measureFile } from '../../model/files';

/** The files of the attach dialog, with initial captions; at first those that were shared with the conversation. */
export function useAttachments(draftKey: string) {
  const [files, setFiles] = useState<File[]>([]);
  const [texts] = useState(() => new WeakMap<File, string>());
  function add(added: File[], text = '') {
    const [first] = added;
    if (first && text !== '') texts.set(first, text);
    for (const file of added) void measureFile(file);
    setFiles((current) => [...current, ...added]);
  }
  const addShared = useEffectEvent(() => {
    const shared = sharedFiles.take(draftKey);
    if (shared.length > 0) add(shared);
  });
  useEffect(() => addShared(), []);
  return { files, setFiles, add, textOf: (file: File) => texts.get(file) ?? '' };
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

export function useDrop(enabled: boolean, onFiles: (files: File[]) => void) {
  const [depth, setDepth] = useState(0);
  const handlers = {
    onDragEnter: (event: DragEvent) => hasFiles(event) && setDepth((current) => current + 1),
    onDragLeave: (event: DragEvent) => hasFiles(event) && setDepth((current) => Math.max(0, current - 1)),
    onDragOver(event: DragEvent) {
      // otherwise the browser opens the file
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDepth(0);
      if (enabled) onFiles([...event.dataTransfer.files]);
    },
  };
  return { over: enabled && depth > 0, handlers };
}

export function DropOverlay() {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 8,
        zIndex: 5,
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 1,
        border: '2px dashed',
        borderColor: 'primary.main',
        borderRadius: '14px',
        color: 'primary.main',
        fontWeight: 600,
        bgcolor: (theme) => `color-mix(in srgb, ${theme.palette.background.paper} 88%, transparent)`,
        pointerEvents: 'none',
      }}
    >
      <UploadFile aria-hidden fontSize="huge" />
      {translate('workspace.chat.drop')}
    </Box>
  );
}
