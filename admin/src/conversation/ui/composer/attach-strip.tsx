import Close from '@mui/icons-material/Close';
import Description from '@mui/icons-material/DescriptionOutlined';
import Mic from '@mui/icons-material/MicNoneOutlined';
import { Box, ButtonBase, IconButton } from '@mui/material';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useLocalUrl } from '../../../shared/file-preview';
import { textSize } from '../../../shared/type-scale';
import { FileButton } from './composer-buttons';

const THUMB_PX = 64;

const DOCUMENT_PX = 116;

const isPicture = ({ type }: File) => /^(image|video)\//.test(type);

const fill = { width: '100%', height: '100%', objectFit: 'cover' } as const;

function FileThumbnail({ file }: { file: File }) {
  const url = useLocalUrl(file);
  const kind = file.type.split('/')[0];
  if (url && kind === 'image') return <Box component="img" src={url} alt="" sx={fill} />;
  if (url && kind === 'video') return <Box component="video" src={url} muted preload="metadata" sx={fill} />;
  const Icon = kind === 'audio' ? Mic : Description;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', px: 0.5, minWidth: 0, color: 'text.secondary' }}>
      <Icon sx={{ color: 'primary.main' }} />
      <Box
        component="span"
        sx={{
          fontSize: textSize.micro,
          lineHeight: 1.2,
          overflowWrap: 'anywhere',
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: 3,
          overflow: 'hidden',
        }}
      >
        {file.name}
      </Box>
    </Box>
  );
}

interface AttachThumbnailProps {
  file: File;
  name: string;
  chosen: boolean;
  onChoose: () => void;
  onRemove: () => void;
}

function AttachThumbnail({ file, name, chosen, onChoose, onRemove }: AttachThumbnailProps) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return (
    <Box ref={box} sx={{ position: 'relative', flex: 'none' }}>
      <ButtonBase
        aria-label={name}
        aria-pressed={chosen}
        title={name}
        tabIndex={chosen ? 0 : -1}
        onClick={onChoose}
        sx={{
          width: isPicture(file) ? THUMB_PX : DOCUMENT_PX,
          height: THUMB_PX,
          borderRadius: '10px',
          overflow: 'hidden',
          bgcolor: 'atende.chat',
          border: 2,
          borderColor: chosen ? 'primary.main' : 'divider',
        }}
      >
        <FileThumbnail file={file} />
      </ButtonBase>
      <IconButton
        aria-label={translate('workspace.attach.remove', { name })}
        onClick={onRemove}
        sx={{
          position: 'absolute',
          top: -6,
          right: -6,
          width: 24,
          height: 24,
          p: 0,
          bgcolor: 'background.paper',
          border: 1,
          borderColor: 'divider',
          '&:hover': { bgcolor: 'background.paper', color: 'error.main' },
        }}
      >
        <Close fontSize="mini" />
      </IconButton>
    </Box>
  );
}

interface AttachStripProps {
  files: readonly File[];
  current: number;
  onCurrent: (index: number) => void;
  onRemove: (index: number) => void;
  onAdd: (files: File[]) => void;
}

const arrowSteps: Record<string, number | undefined> = { ArrowLeft: -1, ArrowRight: 1 };

/** The chosen files in one line: arrow keys select, Delete removes. */
export function AttachStrip({ files, current, onCurrent, onRemove, onAdd }: AttachStripProps) {
  const translate = useTranslate();
  const line = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const next = current + (arrowSteps[event.key] ?? 0);
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
