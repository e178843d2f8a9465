import Close from '@mui/icons-material/Close';
import Download from '@mui/icons-material/FileDownloadOutlined';
import OpenInNew from '@mui/icons-material/OpenInNew';
import PictureAsPdf from '@mui/icons-material/PictureAsPdfOutlined';
import { Box, Button, Dialog, IconButton, LinearProgress, Tooltip, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../../../shared/empty-state';
import { LoadFailed } from '../../../shared/load-failed';
import { assertLoads } from '../../../shared/media';
import type { Message } from '../../model/types';

/** Shows a document in the browser's viewer, or offers to download it. */
export default function PdfDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  const url = message.mediaUrl ?? '';
  const name = message.mediaName ?? translate('workspace.kind.application');
  const outside = { component: 'a', href: url, target: '_blank', rel: 'noopener noreferrer' } as const;
  const download = translate('workspace.message.download', { name });
  // the browser's viewer would show the error of the API
  const loads = useQuery({
    queryKey: ['loads', url],
    queryFn: () => assertLoads(url).then(() => true),
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{
        paper: {
          sx: {
            m: { xs: 0, sm: 3 },
            width: '100%',
            height: '100%',
            maxWidth: { xs: '100%', sm: 1100 },
            maxHeight: { xs: '100%', sm: 'calc(100% - 48px)' },
          },
        },
      }}
    >
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          pl: 2,
          pr: 1,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={titleId} variant="h3" component="h2" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {name}
        </Typography>
        <Tooltip title={translate('media.open_tab')}>
          <IconButton {...outside} aria-label={translate('media.open_tab')}>
            <OpenInNew />
          </IconButton>
        </Tooltip>
        <Tooltip title={download}>
          <IconButton {...outside} download={name} aria-label={download}>
            <Download />
          </IconButton>
        </Tooltip>
        <IconButton onClick={onClose} aria-label={translate('ra.action.close')} autoFocus>
          <Close />
        </IconButton>
      </Box>
      {loads.isError ? (
        <LoadFailed title={translate('media.failed_file')} onRetry={() => void loads.refetch()} />
      ) : !loads.data ? (
        <LinearProgress />
      ) : navigator.pdfViewerEnabled ? (
        <Box
          component="iframe"
          src={url}
          title={name}
          sx={{ flex: 1, minHeight: 0, border: 0, bgcolor: 'atende.chat' }}
        />
      ) : (
        <EmptyState
          icon={<PictureAsPdf />}
          title={translate('media.no_pdf_title')}
          message={translate('media.no_pdf')}
          action={
            <Button {...outside} variant="contained" startIcon={<Download />} download={name}>
              {translate('media.download')}
            </Button>
          }
        />
      )}
    </Dialog>
  );
}
