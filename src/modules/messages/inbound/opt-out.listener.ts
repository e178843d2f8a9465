import { Injectable } from '@nestjs/common';
import { InTransaction } from '../../../core/events/event.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { Settings } from '../../settings/settings.service.js';
import { MessagesReceived } from '../messages.events.js';

/** Longer than any opt-out word with punctuation. */
const maxLength = 40;

/** Without case, accents and surrounding punctuation. */
const normalized = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^[\s"'“”.!*]+|[\s"'“”.!*]+$/gu, '');

/** A customer who writes the company's opt-out word (setting `optOutWord`) gets no campaigns; no answer is sent. */
@Injectable()
export class OptOutListener {
  constructor(
    private readonly contacts: ContactsService,
    private readonly settings: Settings,
  ) {}

  @InTransaction(MessagesReceived)
  async messagesReceived({ messages }: MessagesReceived): Promise<void> {
    for (const { contactId, isGroup, type, body } of messages) {
      if (isGroup || type !== 'chat' || body.length > maxLength) continue;
      const word = normalized(await this.settings.get('optOutWord'));
      if (word !== '' && normalized(body) === word) await this.contacts.optOut(contactId);
    }
  }
}
