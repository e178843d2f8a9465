import { Box } from '@mui/material';
import type { ReactNode } from 'react';

export interface Share {
  key: string | number;
  label: ReactNode;
  value: ReactNode;
  /** From 0 to 1. */
  part: number;
}

/** Parts of a whole, a bar under each. */
export function ShareList({ shares }: { shares: readonly Share[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5, alignContent: 'start' }}>
      {shares.map(({ key, label, value, part }) => (
        <Box component="li" key={key}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mb: 0.5 }}>
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {label}
            </Box>
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
              {value}
            </Box>
          </Box>
          <Box aria-hidden sx={{ height: 8, borderRadius: '4px', bgcolor: 'atende.lineSoft', overflow: 'hidden' }}>
            <Box sx={{ height: '100%', width: `${part * 100}%`, bgcolor: 'atende.pri', borderRadius: '4px' }} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
