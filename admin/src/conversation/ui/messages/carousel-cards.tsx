import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Picture, Video } from '../../../shared/media';
import { Text } from './bubble-styles';
import { FormattedText } from './formatted-text';
import { ChoiceList } from './message-parts';

export interface ShownCard {
  media: ReactNode;
  body: string;
  choices: readonly string[];
}

export const cardMediaStyle = {
  display: 'block',
  width: '100%',
  height: 120,
  objectFit: 'cover',
  borderRadius: '8px',
  mb: 0.75,
} as const;

/** The picture or video of a card that was sent; its text is what it says. */
export function CardMedia({ url, isVideo }: { url: string; isVideo: boolean }) {
  const translate = useTranslate();
  const label = translate(`workspace.template.card_${isVideo ? 'video' : 'image'}`);
  const Media = isVideo ? Video : Picture;
  return <Media src={url} label={label} sx={cardMediaStyle} />;
}

/** The cards of a carousel side by side, scrolled like on a phone. */
export function CarouselCards({ cards }: { cards: readonly ShownCard[] }) {
  const translate = useTranslate();
  if (cards.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label={translate('workspace.template.cards')}
      // scrolled by the keyboard
      tabIndex={0}
      sx={{ display: 'flex', gap: 1, overflowX: 'auto', mt: 1, pb: 0.5, maxWidth: '100%' }}
    >
      {cards.map(({ media, body, choices }, index) => (
        <Box
          // cards have no id and do not move
          key={index}
          role="group"
          aria-label={translate('workspace.template.card', { number: index + 1 })}
          sx={{
            flex: 'none',
            width: 190,
            p: 1,
            boxSizing: 'border-box',
            borderRadius: '12px',
            border: '1px solid color-mix(in srgb, currentColor 20%, transparent)',
          }}
        >
          {media}
          {body !== '' && (
            <Text as="span" data-large={false}>
              <FormattedText text={body} />
            </Text>
          )}
          <ChoiceList choices={choices} />
        </Box>
      ))}
    </Box>
  );
}
