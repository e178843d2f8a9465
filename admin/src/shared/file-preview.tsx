import Description from '@mui/icons-material/DescriptionOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useLocale } from 'react-admin';
import { formatBytes } from './format';

/** An address of the file in this browser for as long as it is shown. */
export function useLocalUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return undefined;
    const next = URL.createObjectURL(file);
    setUrl(next);
    return () => {
      URL.revokeObjectURL(next);
      setUrl(null);
    };
  }, [file]);
  return url;
}

interface FilePreviewProps {
  /** null until there is one. */
  url: string | null;
  type: string;
  name: string;
  size: number;
}

/** A file as the customer will get it. */
export function FilePreview({ url, type, name, size }: FilePreviewProps) {
  const locale = useLocale();
  const kind = type.split('/')[0];
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
      {url && kind === 'image' && <Box component="img" src={url} alt={name} sx={media} />}
      {url && kind === 'video' && <Box component="video" src={url} controls aria-label={name} sx={media} />}
      {url && kind === 'audio' && (
        <Box component="audio" src={url} controls aria-label={name} sx={{ maxWidth: '100%' }} />
      )}
      {kind !== 'image' && kind !== 'video' && kind !== 'audio' && (
        <Description aria-hidden fontSize="huge" sx={{ color: 'primary.main' }} />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere', textAlign: 'center' }}>
        {name} · {formatBytes(size, locale)}
      </Typography>
    </Box>
  );
}
