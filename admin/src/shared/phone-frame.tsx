import { Box } from '@mui/material';
import type { ReactNode } from 'react';

interface PhoneFrameProps {
  label: string;
  height?: number;
  children: ReactNode;
}

/** A phone around what a customer sees: header, conversation, and a line below it. */
export function PhoneFrame({ label, height = 760, children }: PhoneFrameProps) {
  return (
    <Box
      component="section"
      aria-label={label}
      sx={(theme) => ({
        width: 'min(400px, 100%)',
        height: `min(${height}px, 100%)`,
        minHeight: 420,
        boxSizing: 'border-box',
        display: 'grid',
        gridTemplateRows: 'auto minmax(0, 1fr) auto',
        gridTemplateColumns: 'minmax(0, 1fr)',
        overflow: 'hidden',
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: '14px',
        backgroundColor: theme.palette.atende.chat,
        [theme.breakpoints.up('sm')]: {
          border: `10px solid ${theme.palette.mode === 'light' ? theme.palette.atende.ink : theme.palette.atende.line}`,
          borderRadius: '38px',
        },
      })}
    >
      {children}
    </Box>
  );
}
