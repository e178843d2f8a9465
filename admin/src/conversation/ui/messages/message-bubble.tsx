import { Box, LinearProgress, Link } from '@mui/material';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { formatTime } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import { useOutbox } from '../../data/outbox-store';
import {
  adOf,
  cardsOf,
  formOf,
  isWordless,
  mentionsOf,
  orderOf,
  originOf,
  productOf,
  ratingOf,
  signatureOf,
  templatePartsOf,
} from '../../model/message-content';
import { isEmojiOnly } from '../../model/text-format';
import type { Message } from '../../model/types';
import { captionOf, MessageMedia } from '../media/message-media';
import { Author, Bubble, BubbleRow, ClearFloat, DeletedText, Meta, Text } from './bubble-styles';
import { CardMedia, CarouselCards } from './carousel-cards';
import { useConversation } from './conversation-context';
import { FormattedText } from './formatted-text';
import { LinkCard } from './link-card';
import { AdCard, FormTable, OrderTable, ProductLine } from './message-cards';
import { MessageMenu } from './message-menu';
import {
  ChoiceList,
  FailedChange,
  FooterText,
  ForwardedMark,
  HeaderText,
  OriginMark,
  RatingAnswer,
  Reactions,
  Transcript,
} from './message-parts';
import { Ticks } from './message-preview';
import { QuoteBlock } from './quote';

const linkButtonProps = {
  component: 'button',
  type: 'button',
  sx: { font: 'inherit', fontWeight: 600, verticalAlign: 'baseline', minHeight: 24 },
} as const;

/** Why the message is not sent, and what can be done; amber while it only waits for the connection. */
function NotSent({ message }: { message: Message }) {
  const translate = useTranslate();
  const { readOnly, retry, discard } = useConversation();
  const waits = message.status === 'unreached';
  return (
    <Box
      role={waits ? 'status' : 'alert'}
      sx={{
        clear: 'both',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.25,
        mt: 0.5,
        px: 1,
        borderRadius: '8px',
        fontSize: textSize.caption,
        color: waits ? 'warning.main' : 'error.main',
        bgcolor: 'background.paper',
      }}
    >
      <span style={{ alignSelf: 'center' }}>
        {message.errorText ?? translate(`workspace.ack.${waits ? 'unreached' : 'failed'}`)}
      </span>
      {!readOnly && (
        <Link {...linkButtonProps} onClick={() => retry(message)}>
          {translate('workspace.message.retry')}
        </Link>
      )}
      {!readOnly && message.id < 0 && (
        <Link {...linkButtonProps} color="text.secondary" onClick={() => discard(message)}>
          {translate('workspace.message.discard')}
        </Link>
      )}
    </Box>
  );
}

const isUnsent = ({ status }: Message) => status === 'failed' || status === 'unreached';

function UploadProgress({ message }: { message: Message }) {
  const translate = useTranslate();
  const { conversation, discard } = useConversation();
  const entry = useOutbox(conversation).find(({ clientMessageId }) => clientMessageId === message.clientMessageId);
  if (!entry?.file || isUnsent(message)) return null;
  const percent = Math.round(entry.progress * 100);
  return (
    <Box sx={{ clear: 'both', display: 'flex', alignItems: 'center', gap: 1, pt: 0.5, fontSize: textSize.caption }}>
      <LinearProgress
        variant={entry.state === 'waiting' || percent >= 100 ? 'indeterminate' : 'determinate'}
        value={percent}
        aria-label={translate('workspace.ack.clock')}
        sx={{ flex: 1, minWidth: 80, height: 4, borderRadius: 2 }}
      />
      <Link
        {...linkButtonProps}
        aria-label={translate('workspace.message.cancel_upload')}
        onClick={() => discard(message)}
      >
        {translate('ra.action.cancel')}
      </Link>
    </Box>
  );
}

function Content({ message, signedAbove }: { message: Message; signedAbove: boolean }) {
  const translate = useTranslate();
  const { contactName, goTo, searchTermsOf } = useConversation();
  if (message.isDeleted) return <DeletedText as="span">{translate('workspace.message.deleted')}</DeletedText>;
  const rating = ratingOf(message);
  if (rating) return <RatingAnswer rating={rating} />;
  const text = captionOf(message);
  const caption = signedAbove ? text.slice(signatureOf(message).length) : text;
  const quoted = message.quotedMsg;
  const origin = originOf(message);
  const { header, footer, choices } = templatePartsOf(message);
  const ad = adOf(message);
  const order = orderOf(message);
  const form = formOf(message);
  const product = productOf(message);
  // their texts say the same in lines
  const words = order ? order.note : form.length > 0 ? '' : caption;
  return (
    <>
      {message.isForwarded && <ForwardedMark />}
      {origin && <OriginMark origin={origin} />}
      {quoted && <QuoteBlock quoted={quoted} contactName={contactName} onClick={() => goTo(quoted.id)} />}
      <MessageMedia message={message} />
      {message.mediaType === 'audio' && <Transcript message={message} />}
      {header !== '' && <HeaderText>{header}</HeaderText>}
      {ad && <AdCard ad={ad} preview={message.preview} />}
      {order && <OrderTable order={order} />}
      {form.length > 0 && <FormTable title={caption.split('\n')[0] ?? ''} answers={form} />}
      {words !== '' && (
        <Text as="span" data-large={message.mediaType === 'chat' && isEmojiOnly(words)}>
          <FormattedText text={words} searchTerms={searchTermsOf(message.id)} mentions={mentionsOf(message)} />
        </Text>
      )}
      {isWordless(message) && <DeletedText as="span">{translate('workspace.message.unsupported')}</DeletedText>}
      {footer !== '' && <FooterText>{footer}</FooterText>}
      <ChoiceList choices={choices} />
      <CarouselCards
        cards={cardsOf(message).map(({ mediaUrl, isVideo, ...card }) => ({
          ...card,
          media: mediaUrl && <CardMedia url={mediaUrl} isVideo={isVideo} />,
        }))}
      />
      {product !== '' && <ProductLine product={product} />}
      {message.preview && !ad && <LinkCard preview={message.preview} />}
    </>
  );
}

interface MessageBubbleProps {
  message: Message;
  tail: boolean;
  author: string | null;
  automatic: boolean;
  signedAbove: boolean;
  highlighted: boolean;
}

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, tail, author, automatic, signedAbove, highlighted } = props;
  const translate = useTranslate();
  const { reactions, isDeleted, fromMe } = message;
  return (
    <BubbleRow data-me={fromMe} data-tail={tail} data-reacted={reactions.length > 0}>
      <Bubble
        data-me={fromMe}
        data-tail={tail}
        data-highlighted={highlighted}
        data-waits={message.status === 'unreached'}
        data-message={message.id}
      >
        {author && <Author>{author}</Author>}
        {automatic && <Author>{translate('workspace.message.automatic')}</Author>}
        <Content message={message} signedAbove={signedAbove} />
        <Meta>
          {message.isEdited && !isDeleted && <span>{translate('workspace.message.edited')}</span>}
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {fromMe && !isDeleted && <Ticks ack={message.ack} status={message.status} />}
        </Meta>
        <ClearFloat />
        {message.id < 0 && <UploadProgress message={message} />}
        {isUnsent(message) && !isDeleted && <NotSent message={message} />}
        <FailedChange message={message} />
        {!isDeleted && <MessageMenu message={message} />}
        <Reactions reactions={reactions.map(({ emoji }) => emoji)} />
      </Bubble>
    </BubbleRow>
  );
});
