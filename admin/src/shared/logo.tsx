import { Box } from '@mui/material';

/** The brand: aten**de**. */
export function Logo({ size = 19 }: { size?: number }) {
  return (
    <Box
      component="span"
      sx={{ fontSize: size, fontWeight: 800, letterSpacing: '-0.025em', lineHeight: 1.2, color: 'text.primary' }}
    >
      aten
      <Box component="span" sx={{ color: 'primary.main' }}>
        de
      </Box>
    </Box>
  );
}
