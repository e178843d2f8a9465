import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';

export const sectionBorder = { pt: 1.75, borderTop: 1, borderColor: 'divider' } as const;

export function PanelSection({ title, gap, children }: { title: string; gap: number; children: ReactNode }) {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={sectionBorder}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ color: 'atende.faint', mb: gap }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** A part of the panel that could not be loaded, with a button to try again. */
export function LoadError({ text, onRetry }: { text: string; onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
      <Box sx={{ flex: 1, fontSize: textSize.caption }}>{text}</Box>
      <Button size="small" onClick={onRetry}>
        {translate('workspace.list.retry')}
      </Button>
    </Box>
  );
}
