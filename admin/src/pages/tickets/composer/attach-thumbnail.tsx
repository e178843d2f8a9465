import Close from '@mui/icons-material/Close';
import Description from '@mui/icons-material/DescriptionOutlined';
import Mic from '@mui/icons-material/MicNoneOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useLocalUrl } from '../../../shared/file-preview';
import { textSize } from '../../../shared/type-scale';

export const THUMB_PX = 64;

const fill = { width: '100%', height: '100%', objectFit: 'cover' } as const;

function Picture({ file }: { file: File }) {
  const url = useLocalUrl(file);
  const kind = file.type.split('/')[0];
  if (url && kind === 'image') return <Box component="img" src={url} alt="" sx={fill} />;
  if (url && kind === 'video') return <Box component="video" src={url} muted preload="metadata" sx={fill} />;
  const Icon = kind === 'audio' ? Mic : Description;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 0.25, px: 0.5, minWidth: 0, color: 'text.secondary' }}>
      <Icon fontSize="large" sx={{ color: 'primary.main' }} />
      <Box component="span" sx={{ fontSize: textSize.micro, lineHeight: 1.2 }}>
        {/\.(\w{1,5})$/.exec(file.name)?.[1]?.toUpperCase()}
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

/** One of the files that wait to be sent. */
export function AttachThumbnail({ file, name, chosen, onChoose, onRemove }: AttachThumbnailProps) {
  const translate = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return (
    <Box ref={place} sx={{ position: 'relative', flex: 'none' }}>
      <ButtonBase
        aria-label={name}
        aria-pressed={chosen}
        title={name}
        tabIndex={chosen ? 0 : -1}
        onClick={onChoose}
        sx={{
          width: THUMB_PX,
          height: THUMB_PX,
          borderRadius: '10px',
          overflow: 'hidden',
          bgcolor: 'atende.chat',
          border: 2,
          borderColor: chosen ? 'primary.main' : 'divider',
        }}
      >
        <Picture file={file} />
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
