import Download from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useTask } from '../../../shared/use-task';
import { downloadSample } from './api';

const steps = ['create', 'import', 'activate', 'follow', 'export', 'remove'] as const;

/** The steps of an AI campaign. */
export function TutorialDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  const { busy, run } = useTask();
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('campaign_service.tutorial.title')}</DialogTitle>
      <DialogContent>
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
          {steps.map((step, index) => (
            <Box component="li" key={step} sx={{ display: 'flex', gap: 1.5 }}>
              <Box
                aria-hidden
                sx={{
                  flex: 'none',
                  width: 28,
                  height: 28,
                  borderRadius: '50%',
                  display: 'grid',
                  placeItems: 'center',
                  fontWeight: 600,
                  color: 'atende.pri',
                  bgcolor: 'atende.priSoft',
                }}
              >
                {index + 1}
              </Box>
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="h3">{translate(`campaign_service.tutorial.${step}`)}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {translate(`campaign_service.tutorial.${step}_text`)}
                </Typography>
                {step === 'import' && (
                  <Button
                    size="small"
                    variant="outlined"
                    startIcon={<Download />}
                    loading={busy}
                    onClick={() => void run(() => downloadSample('ai'))}
                    sx={{ mt: 1 }}
                  >
                    {translate('campaign_service.upload.sample')}
                  </Button>
                )}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button component={Link} to="/help">
          {translate('campaign_service.tutorial.videos')}
        </Button>
        <Button variant="contained" onClick={onClose} autoFocus>
          {translate('campaign_service.tutorial.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
