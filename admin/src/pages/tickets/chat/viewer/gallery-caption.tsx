import Box from '@mui/material/Box';
import type { Slide } from 'yet-another-react-lightbox';

/** The words that came with a picture. */
export function GalleryCaption({ slide }: { slide: Slide }) {
  const words = 'title' in slide && typeof slide.title === 'string' ? slide.title : '';
  if (words === '') return null;
  return (
    <Box
      sx={{
        position: 'absolute',
        insetInline: 0,
        bottom: slide.type === 'video' ? 64 : 0,
        px: 2,
        py: 1.5,
        textAlign: 'center',
        color: '#fff',
        background: 'linear-gradient(transparent, rgba(8, 15, 28, 0.8))',
        pointerEvents: 'none',
        overflowWrap: 'anywhere',
        display: '-webkit-box',
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 3,
        overflow: 'hidden',
      }}
    >
      {words}
    </Box>
  );
}
