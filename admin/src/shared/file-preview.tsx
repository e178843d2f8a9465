import Description from '@mui/icons-material/DescriptionOutlined';
import { Box, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useLocale } from 'react-admin';
import { formatBytes } from './format';
import { MediaFailed, Picture, useLoadFailure, Video } from './media';

const REVOKE_AFTER_MS = 5000;

/** An object URL of the file while mounted. */
export function useLocalUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return undefined;
    const next = URL.createObjectURL(file);
    setUrl(next);
    return () => {
      // an image that is still loading would fail
      window.setTimeout(() => URL.revokeObjectURL(next), REVOKE_AFTER_MS);
      setUrl(null);
    };
  }, [file]);
  return url;
}

function Sound({ src, label }: { src: string; label: string }) {
  const { failed, attempt, onError, retry } = useLoadFailure(src);
  if (failed) return <MediaFailed kind="audio" onRetry={retry} />;
  const style = { maxWidth: '100%' };
  return <Box component="audio" key={attempt} src={src} controls aria-label={label} onError={onError} sx={style} />;
}

interface FilePreviewProps {
  /** null until there is one. */
  url: string | null;
  type: string;
  name: string;
  size: number;
  /** Fills the height of its container instead of its content's. */
  fill?: boolean;
}

/** A file as the customer will receive it. */
export function FilePreview({ url, type, name, size, fill = false }: FilePreviewProps) {
  const locale = useLocale();
  const kind = type.split('/')[0];
  const media = {
    minHeight: 0,
    maxWidth: '100%',
    maxHeight: fill ? '100%' : 300,
    borderRadius: '10px',
    objectFit: 'contain',
  } as const;
  return (
    <Box
      sx={{
        minHeight: fill ? 0 : 160,
        flex: 1,
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        alignItems: 'center',
        gap: 1,
        p: 1,
        borderRadius: '12px',
        bgcolor: 'atende.chat',
      }}
    >
      {url && kind === 'image' && <Picture src={url} label={name} sx={media} />}
      {url && kind === 'video' && <Video src={url} label={name} sx={media} />}
      {url && kind === 'audio' && <Sound src={url} label={name} />}
      {kind !== 'image' && kind !== 'video' && kind !== 'audio' && (
        <Description aria-hidden fontSize="huge" sx={{ color: 'primary.main' }} />
      )}
      <Typography
        variant="body2"
        sx={{ flex: 'none', color: 'text.secondary', overflowWrap: 'anywhere', textAlign: 'center' }}
      >
        {name} · {formatBytes(size, locale)}
      </Typography>
    </Box>
  );
}
