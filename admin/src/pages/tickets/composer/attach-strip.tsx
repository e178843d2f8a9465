import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { FileButton } from './file-button';

interface AttachStripProps {
  files: readonly File[];
  current: number;
  onCurrent: (index: number) => void;
  onRemove: (index: number) => void;
  onAdd: (files: File[]) => void;
}

/** All chosen files; one of them is shown above. */
export function AttachStrip({ files, current, onCurrent, onRemove, onAdd }: AttachStripProps) {
  const translate = useTranslate();
  const nameOf = ({ name }: File) => name || translate('workspace.kind.image');
  return (
    <Box
      role="group"
      aria-label={translate('workspace.attach.files')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}
    >
      {files.map((file, index) => (
        <Box
          key={`${file.name}${file.size}${file.lastModified}`}
          sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}
        >
          <Chip
            label={nameOf(file)}
            variant={index === current ? 'filled' : 'outlined'}
            color={index === current ? 'primary' : 'default'}
            aria-pressed={index === current}
            onClick={() => onCurrent(index)}
            sx={{ maxWidth: 160 }}
          />
          <IconButton
            size="small"
            aria-label={translate('workspace.attach.remove', { name: nameOf(file) })}
            onClick={() => onRemove(index)}
            sx={{ p: '4px' }}
          >
            <Close fontSize="mini" />
          </IconButton>
        </Box>
      ))}
      <FileButton label={translate('workspace.attach.add')} onFiles={onAdd} />
    </Box>
  );
}
