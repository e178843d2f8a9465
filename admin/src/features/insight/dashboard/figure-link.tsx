import { Link } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

interface FigureLinkProps {
  to: string | undefined;
  /** What the figure is of. */
  label: string;
  children: ReactNode;
}

/** A figure that leads to what it counts, where there is a page for that. */
export function FigureLink({ to, label, children }: FigureLinkProps) {
  if (to === undefined) return <span>{children}</span>;
  return (
    <Link component={RouterLink} to={to} aria-label={`${label}: ${String(children)}`} sx={{ minHeight: 24 }}>
      {children}
    </Link>
  );
}
