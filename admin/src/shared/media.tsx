import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import { Box, Button, type SxProps, type Theme } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type CSSProperties, type MouseEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { saveAddress } from '../providers/http';
import { textSize } from './type-scale';

/** Whether what has this address could not be loaded. `attempt` is the key of the element, so that a retry loads it again. */
export function useLoadFailure(src: string | null | undefined) {
  const [broken, setBroken] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  return {
    failed: broken !== null && broken === src,
    attempt,
    onError: () => setBroken(src ?? null),
    retry: () => {
      setBroken(null);
      setAttempt((count) => count + 1);
    },
  };
}

interface MediaFailedProps {
  kind: 'image' | 'video' | 'audio' | 'file';
  onRetry: () => void;
  style?: CSSProperties;
}

/** In the room of a picture, video, voice message or file that could not be loaded. */
export function MediaFailed({ kind, onRetry, style }: MediaFailedProps) {
  const translate = useTranslate();
  return (
    <Box
      role="status"
      style={style}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        alignContent: 'center',
        justifyContent: 'center',
        columnGap: 1,
        boxSizing: 'border-box',
        minWidth: 'min(200px, 100%)',
        maxWidth: '100%',
        mb: 0.5,
        p: 1,
        borderRadius: '10px',
        bgcolor: 'atende.hover',
        fontSize: textSize.small,
        textAlign: 'center',
      }}
    >
      <BrokenImage aria-hidden sx={{ color: 'text.secondary' }} />
      <span>{translate(`media.failed_${kind}`)}</span>
      <Button size="small" color="inherit" onClick={onRetry} sx={{ textDecoration: 'underline' }}>
        {translate('app.error.retry')}
      </Button>
    </Box>
  );
}

interface MediaProps {
  src: string;
  /** What it shows; empty for a picture beside its text. */
  label: string;
  sx: SxProps<Theme>;
}

export function Picture({ src, label, sx }: MediaProps) {
  const { failed, attempt, onError, retry } = useLoadFailure(src);
  if (failed) return <MediaFailed kind="image" onRetry={retry} />;
  return (
    <Box
      component="img"
      key={attempt}
      src={src}
      alt={label}
      loading="lazy"
      decoding="async"
      onError={onError}
      sx={sx}
    />
  );
}

export function Video({ src, poster, label, sx }: MediaProps & { poster?: string }) {
  const { failed, attempt, onError, retry } = useLoadFailure(src);
  if (failed) return <MediaFailed kind="video" onRetry={retry} />;
  return (
    <Box
      component="video"
      key={attempt}
      src={src}
      poster={poster}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      onError={onError}
      sx={sx}
    />
  );
}

/** Asks for the first byte. @throws when the file cannot be loaded */
export async function assertLoads(url: string): Promise<void> {
  const response = await fetch(url, { headers: { Range: 'bytes=0-0' } });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
}

/** A link that downloads a file, and notices when it cannot be: a browser says nothing, or shows the error as a page. */
export function useDownload(url: string | null, name: string) {
  const { mutate, isError } = useMutation({
    mutationFn: assertLoads,
    networkMode: 'always',
    onSuccess: (_, address) => saveAddress(address, name),
  });
  const retry = () => url !== null && mutate(url);
  return {
    failed: isError,
    retry,
    link: {
      href: url ?? undefined,
      download: name,
      target: '_blank',
      rel: 'noopener noreferrer',
      onClick: (event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        retry();
      },
    },
  };
}
