import { Box, styled } from '@mui/material';
import { textSize } from '../../../shared/type-scale';
import type { LinkCard as Preview } from '../../model/types';
import { CardLink } from './bubble-styles';

/** Larger pictures span the card, others stand beside the text. */
const WIDE = { width: 240, ratio: 1.3 };

const Lines = styled('span')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gap: 2,
  fontSize: textSize.caption,
  lineHeight: 1.4,
  color: theme.palette.text.secondary,
  '& > *': { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2, overflow: 'hidden' },
  '& > b': { fontWeight: 600, fontSize: textSize.body, color: theme.palette.text.primary },
}));

/** A link preview; the picture is served by us, so that the site does not learn who views it. */
export function LinkCard({ preview }: { preview: Preview }) {
  const { url, title, description, site, imageUrl, imageWidth, imageHeight } = preview;
  const ratio = (imageWidth ?? 1) / (imageHeight ?? 1);
  const wide = (imageWidth ?? 0) >= WIDE.width && ratio >= WIDE.ratio;
  return (
    <CardLink
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="link-card"
      sx={{
        width: 300,
        maxWidth: '100%',
        boxSizing: 'border-box',
        mt: 0.75,
        overflow: 'hidden',
        ...(wide && { display: 'block', p: 0 }),
      }}
    >
      {imageUrl && (
        <Box
          component="img"
          src={imageUrl}
          alt=""
          loading="lazy"
          decoding="async"
          sx={{
            display: 'block',
            objectFit: 'cover',
            bgcolor: 'atende.hover',
            ...(wide
              ? { width: '100%', aspectRatio: String(Math.min(2.2, ratio)) }
              : { width: 64, height: 64, borderRadius: '8px', flex: 'none' }),
          }}
        />
      )}
      <Lines sx={wide ? { p: '8px 10px' } : undefined}>
        <b>{title}</b>
        {description !== '' && <span>{description}</span>}
        <span>{site}</span>
      </Lines>
    </CardLink>
  );
}
