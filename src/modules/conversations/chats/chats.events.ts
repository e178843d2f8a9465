import { DomainEvent } from '../../../core/events/event.js';

/** A chat was created, or its title or members changed. */
@DomainEvent()
export class ChatSaved {
  constructor(
    readonly companyId: number,
    readonly chatId: number,
    readonly change: { readonly joined: readonly number[]; readonly left: readonly number[] },
  ) {}
}

@DomainEvent()
export class ChatRemoved {
  constructor(
    readonly companyId: number,
    readonly chatId: number,
    readonly userIds: readonly number[],
  ) {}
}

@DomainEvent()
export class ChatRead {
  constructor(
    readonly companyId: number,
    readonly chatId: number,
    readonly userId: number,
  ) {}
}

/** A message was written, edited, deleted or reacted to. */
@DomainEvent()
export class ChatMessageStored {
  constructor(
    readonly companyId: number,
    readonly chatId: number,
    readonly messageId: number,
    readonly action: 'create' | 'update',
  ) {}
}
