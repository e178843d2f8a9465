import { DomainEvent, fields } from '../../../core/events/event.js';

/** A chat was created, or its title or members changed. */
@DomainEvent()
export class ChatSaved extends fields<{
  companyId: number;
  chatId: number;
  change: { readonly joined: readonly number[]; readonly left: readonly number[] };
}>() {}

@DomainEvent()
export class ChatRemoved extends fields<{
  companyId: number;
  chatId: number;
  userIds: readonly number[];
}>() {}

@DomainEvent()
export class ChatRead extends fields<{
  companyId: number;
  chatId: number;
  userId: number;
}>() {}

/** A message was written, edited, deleted or reacted to. */
@DomainEvent()
export class ChatMessageStored extends fields<{
  companyId: number;
  chatId: number;
  messageId: number;
  action: 'create' | 'update';
}>() {}
