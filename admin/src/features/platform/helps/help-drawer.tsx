import Close from '@mui/icons-material/Close';
import { Box, Button, Drawer, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { HelpArticle } from './help-article';

/** A help page beside the screen it is about. */
export default function HelpDrawer({ slug, onClose }: { slug: string; onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title, sx: { width: 'min(460px, 100vw)' } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 2, pb: 1 }}>
        <Typography variant="h2" id={title} sx={{ flex: 1 }}>
          {translate(`help.pages.${slug}`)}
        </Typography>
        <TooltipIconButton label={translate('ra.action.close')} onClick={onClose}>
          <Close />
        </TooltipIconButton>
      </Box>
      <Box tabIndex={0} role="region" aria-labelledby={title} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 2 }}>
        <HelpArticle slug={slug} level={2} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button component={Link} to={`/help/${slug}`} variant="outlined">
          {translate('help.open_page')}
        </Button>
        <Button component={Link} to="/help/pages">
          {translate('help.all')}
        </Button>
      </Box>
    </Drawer>
  );
}
