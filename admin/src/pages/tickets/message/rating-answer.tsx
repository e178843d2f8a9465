import Star from '@mui/icons-material/Star';
import StarBorder from '@mui/icons-material/StarBorderOutlined';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { ratingWords } from '../model/rating';
import type { Rating } from '../model/types';

const scale: readonly Rating[] = [1, 2, 3];

/** In place of the customer's number: how they rated the attendance. */
export function RatingAnswer({ rating }: { rating: Rating }) {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75 }}>
      <Box component="span" aria-hidden sx={{ display: 'inline-flex', color: 'atende.warn' }}>
        {scale.map((step) =>
          step <= rating ? <Star key={step} fontSize="small" /> : <StarBorder key={step} fontSize="small" />,
        )}
      </Box>
      {translate('together.rated', { rating: ratingWords(rating, translate) })}
    </Box>
  );
}
