import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { formatTime } from '../../shared/format';
import { captionOf, MessageMedia } from '../media/message-media';
import { ratingOf, templatePartsOf } from '../model/message-content';
import { isEmojiOnly } from '../model/text-format';
import type { Message } from '../model/types';
import { Author, Bubble, BubbleRow, ClearFloat, DeletedText, Meta, Text } from './bubble-styles';
import { useConversation } from './conversation-context';
import { FormattedText } from './formatted-text';
import { LinkCard } from './link-card';
import { MessageFailure, UploadProgress } from './message-failure';
import { MessageMenu } from './message-menu';
import {
  ChoiceList,
  FailedChange,
  FooterText,
  ForwardedMark,
  HeaderText,
  RatingAnswer,
  Transcript,
} from './message-parts';
import { Ticks } from './message-preview';
import { QuoteBlock } from './quote';
import { Reactions } from './reactions';

function Content({ message }: { message: Message }) {
  const translate = useTranslate();
  const { contactName, goTo, searchTermsOf } = useConversation();
  if (message.isDeleted) return <DeletedText as="span">{translate('workspace.message.deleted')}</DeletedText>;
  const rating = ratingOf(message);
  if (rating) return <RatingAnswer rating={rating} />;
  const caption = captionOf(message);
  const quoted = message.quotedMsg;
  const { header, footer, choices } = templatePartsOf(message);
  return (
    <>
      {message.isForwarded && <ForwardedMark />}
      {quoted && <QuoteBlock quoted={quoted} contactName={contactName} onClick={() => goTo(quoted.id)} />}
      <MessageMedia message={message} />
      {message.mediaType === 'audio' && <Transcript message={message} />}
      {header !== '' && <HeaderText>{header}</HeaderText>}
      {caption !== '' && (
        <Text as="span" data-large={message.mediaType === 'chat' && isEmojiOnly(caption)}>
          <FormattedText text={caption} searchTerms={searchTermsOf(message.id)} />
        </Text>
      )}
      {footer !== '' && <FooterText>{footer}</FooterText>}
      <ChoiceList choices={choices} />
      {message.preview && <LinkCard preview={message.preview} />}
    </>
  );
}

interface MessageBubbleProps {
  message: Message;
  tail: boolean;
  author: string | null;
  automatic: boolean;
  highlighted: boolean;
}

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, tail, author, automatic, highlighted } = props;
  const translate = useTranslate();
  const { reactions, isDeleted, fromMe } = message;
  return (
    <BubbleRow data-me={fromMe} data-tail={tail} data-reacted={reactions.length > 0}>
      <Bubble data-me={fromMe} data-tail={tail} data-highlighted={highlighted} data-message={message.id}>
        {author && <Author>{author}</Author>}
        {automatic && <Author>{translate('workspace.message.automatic')}</Author>}
        <Content message={message} />
        <Meta>
          {message.isEdited && !isDeleted && <span>{translate('workspace.message.edited')}</span>}
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {fromMe && !isDeleted && <Ticks ack={message.ack} status={message.status} />}
        </Meta>
        <ClearFloat />
        {message.id < 0 && <UploadProgress message={message} />}
        {message.status === 'failed' && !isDeleted && <MessageFailure message={message} />}
        <FailedChange message={message} />
        {!isDeleted && <MessageMenu message={message} />}
        <Reactions reactions={reactions.map(({ emoji }) => emoji)} />
      </Bubble>
    </BubbleRow>
  );
});
