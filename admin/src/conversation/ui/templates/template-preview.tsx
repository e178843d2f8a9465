import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useLocalUrl } from '../../../shared/file-preview';
import { textSize } from '../../../shared/type-scale';
import { fillPlaceholders, type Template, type TemplateValues } from '../../model/template';
import { Bubble, Text } from '../messages/bubble-styles';
import { CarouselCards, cardMediaStyle } from '../messages/carousel-cards';
import { FormattedText } from '../messages/formatted-text';
import { ChoiceList, FooterText, HeaderText } from '../messages/message-parts';

interface TemplatePreviewProps {
  template: Template;
  values: TemplateValues;
  /** Of the header, or of each card. */
  files: readonly (File | undefined)[];
}

const headerMediaStyle = {
  display: 'block',
  width: '100%',
  maxHeight: 180,
  objectFit: 'cover',
  borderRadius: '10px',
  mb: 0.75,
} as const;

interface PartFileProps {
  kind: Template['header']['kind'];
  file: File | undefined;
  /** On a card. */
  card?: boolean;
}

function PartFile({ kind, file, card = false }: PartFileProps) {
  const translate = useTranslate();
  const address = useLocalUrl(kind === 'image' ? (file ?? null) : null);
  if (kind === 'none' || kind === 'text') return null;
  const label = file?.name ?? translate(`workspace.template.${card ? 'card' : 'header'}_${kind}`);
  const room = card ? cardMediaStyle : headerMediaStyle;
  if (address) return <Box component="img" src={address} alt={label} sx={room} />;
  return (
    <Box
      sx={{
        ...room,
        display: 'grid',
        placeItems: 'center',
        height: card ? cardMediaStyle.height : 90,
        px: 1,
        boxSizing: 'border-box',
        bgcolor: 'atende.hover',
        color: 'text.secondary',
        fontSize: textSize.caption,
        overflowWrap: 'anywhere',
      }}
    >
      {label}
    </Box>
  );
}

/** The message as far as it is filled. */
export function TemplatePreview({ template, values, files }: TemplatePreviewProps) {
  const { header, body, footer, buttons, cards } = template;
  return (
    <Box sx={{ bgcolor: 'atende.chat', borderRadius: '14px', p: 2, display: 'flex', justifyContent: 'flex-end' }}>
      <Bubble data-me data-tail data-highlighted={false} style={{ maxWidth: '100%' }}>
        <PartFile kind={header.kind} file={files[0]} />
        {header.kind === 'text' && <HeaderText>{fillPlaceholders(header.text, values.header)}</HeaderText>}
        <Text as="span" data-large={false}>
          <FormattedText text={fillPlaceholders(body.text, values.body)} />
        </Text>
        {footer !== '' && <FooterText>{footer}</FooterText>}
        <ChoiceList choices={buttons.map(({ text }) => text)} />
        <CarouselCards
          cards={cards.map((card, index) => ({
            media: <PartFile kind={card.header.kind} file={files[index]} card />,
            body: fillPlaceholders(card.body.text, values.cards[index]?.body ?? {}),
            choices: card.buttons.map(({ text }) => text),
          }))}
        />
      </Bubble>
    </Box>
  );
}
