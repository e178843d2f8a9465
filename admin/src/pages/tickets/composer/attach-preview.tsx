import Description from '@mui/icons-material/DescriptionOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useLocale } from 'react-admin';
import { formatBytes } from '../../../shared/format';

/** An address of the file in this browser for as long as it is shown. */
function useLocalUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const next = URL.createObjectURL(file);
    setUrl(next);
    return () => URL.revokeObjectURL(next);
  }, [file]);
  return url;
}

/** The chosen file as the customer will get it. */
export function AttachPreview({ file }: { file: File }) {
  const locale = useLocale();
  const url = useLocalUrl(file);
  const kind = file.type.split('/')[0];
  const media = { maxWidth: '100%', maxHeight: 300, borderRadius: '10px', objectFit: 'contain' } as const;
  return (
    <Box
      sx={{
        minHeight: 160,
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 1,
        p: 1,
        borderRadius: '12px',
        bgcolor: 'atende.chat',
      }}
    >
      {url && kind === 'image' && <Box component="img" src={url} alt={file.name} sx={media} />}
      {url && kind === 'video' && <Box component="video" src={url} controls aria-label={file.name} sx={media} />}
      {url && kind === 'audio' && (
        <Box component="audio" src={url} controls aria-label={file.name} sx={{ maxWidth: '100%' }} />
      )}
      {kind !== 'image' && kind !== 'video' && kind !== 'audio' && (
        <Description aria-hidden sx={{ fontSize: 48, color: 'primary.main' }} />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere', textAlign: 'center' }}>
        {file.name} · {formatBytes(file.size, locale)}
      </Typography>
    </Box>
  );
}
