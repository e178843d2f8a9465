import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  message?: string;
  action?: ReactNode;
}

/** Shown by a list, a search or a page that has nothing to show, with what to do next. */
export function EmptyState({ icon, title, message, action }: EmptyStateProps) {
  return (
    <Box
      role="status"
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 0.75,
        textAlign: 'center',
        p: 5,
        m: 'auto',
        alignContent: 'center',
      }}
    >
      {icon && (
        <Box
          aria-hidden
          sx={{
            width: 52,
            height: 52,
            mb: 1,
            borderRadius: '16px',
            display: 'grid',
            placeItems: 'center',
            color: 'atende.pri',
            bgcolor: 'atende.priSoft',
          }}
        >
          {icon}
        </Box>
      )}
      <Typography variant="h3" component="p">
        {title}
      </Typography>
      {message && (
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 380 }}>
          {message}
        </Typography>
      )}
      {action && <Box sx={{ mt: 1.5 }}>{action}</Box>}
    </Box>
  );
}
