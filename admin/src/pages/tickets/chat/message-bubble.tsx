import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { formatTime } from '../../../shared/format';
import { Ticks } from '../list/ticks';
import { LinkCard } from '../message/link-card';
import { ForwardedMark, RefusedChange, Transcript } from '../message/message-notes';
import { RatingAnswer } from '../message/rating-answer';
import { ratingOf } from '../model/rating';
import { isEmojiOnly } from '../model/text-format';
import type { Message } from '../model/types';
import { Author, Bubble, Clear, Gone, Meta, Place, Text } from './bubble-styles';
import { useChat } from './chat-context';
import { FormattedText } from './formatted-text';
import { MessageFooting, MessageHeading } from './message-extras';
import { MessageFailure, UploadProgress } from './message-failure';
import { captionOf, MessageMedia } from './message-media';
import { MessageMenu } from './message-menu';
import { QuoteBlock } from './quote-block';
import { Reactions } from './reactions';

interface MessageBubbleProps {
  message: Message;
  tail: boolean;
  author: string | null;
  automatic: boolean;
  lit: boolean;
}

function Content({ message }: { message: Message }) {
  const translate = useTranslate();
  const { contactName, goTo, wordsIn } = useChat();
  if (message.isDeleted) return <Gone as="span">{translate('workspace.message.deleted')}</Gone>;
  const rating = ratingOf(message);
  if (rating) return <RatingAnswer rating={rating} />;
  const caption = captionOf(message);
  const quoted = message.quotedMsg;
  const framed = message.mediaType === 'template' || message.mediaType === 'interactive';
  return (
    <>
      {message.isForwarded && <ForwardedMark />}
      {quoted && <QuoteBlock quoted={quoted} contactName={contactName} onClick={() => goTo(quoted.id)} />}
      <MessageMedia message={message} />
      {message.mediaType === 'audio' && <Transcript message={message} />}
      {framed && <MessageHeading message={message} />}
      {caption !== '' && (
        <Text as="span" data-large={message.mediaType === 'chat' && isEmojiOnly(caption)}>
          <FormattedText text={caption} sought={wordsIn(message.id)} />
        </Text>
      )}
      {framed && <MessageFooting message={message} />}
      {message.preview && <LinkCard preview={message.preview} />}
    </>
  );
}

/** One message as a bubble. */
export const MessageBubble = memo(function MessageBubble({
  message,
  tail,
  author,
  automatic,
  lit,
}: MessageBubbleProps) {
  const translate = useTranslate();
  const { reactions, isDeleted, fromMe } = message;
  return (
    <Place data-me={fromMe} data-tail={tail} data-reacted={reactions.length > 0}>
      <Bubble data-me={fromMe} data-tail={tail} data-lit={lit} data-message={message.id}>
        {author && <Author>{author}</Author>}
        {automatic && <Author>{translate('workspace.message.automatic')}</Author>}
        <Content message={message} />
        <Meta>
          {message.isEdited && !isDeleted && <span>{translate('workspace.message.edited')}</span>}
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {fromMe && !isDeleted && <Ticks ack={message.ack} status={message.status} />}
        </Meta>
        <Clear />
        {message.id < 0 && <UploadProgress message={message} />}
        {message.status === 'failed' && !isDeleted && <MessageFailure message={message} />}
        <RefusedChange message={message} />
        {!isDeleted && <MessageMenu message={message} />}
        <Reactions reactions={reactions.map(({ emoji }) => emoji)} />
      </Bubble>
    </Place>
  );
});
