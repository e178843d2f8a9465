import { Box } from '@mui/material';

/** A department's or tag's colour as a small dot; the hairline keeps pale colours visible. */
export function ColorDot({ color, size = 8 }: { color: string | null | undefined; size?: number }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: 'inline-block',
        flex: 'none',
        width: size,
        height: size,
        borderRadius: '50%',
        backgroundColor: color || 'atende.faint',
        boxShadow: (theme) => `inset 0 0 0 1px color-mix(in srgb, ${theme.palette.text.primary} 18%, transparent)`,
      }}
    />
  );
}
