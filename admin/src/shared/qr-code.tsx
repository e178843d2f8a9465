import { Box } from '@mui/material';
import { create } from 'qrcode';

/** Modules around the picture that readers need to find it. */
const quiet = 4;

/** A text as a QR code, black on white in either theme. */
export default function QrCode({ text, label, width = 200 }: { text: string; label: string; width?: number }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const path = [...data]
    .flatMap((dark, index) => (dark ? `M${quiet + (index % size)} ${quiet + Math.floor(index / size)}h1v1h-1z` : []))
    .join('');
  const side = size + 2 * quiet;
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      sx={{ display: 'block', width, maxWidth: '100%', bgcolor: '#fff', borderRadius: '10px' }}
    >
      <path d={path} fill="#000" />
    </Box>
  );
}
