import { Injectable } from '@nestjs/common';
import { InTransaction } from '../../core/events/event.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { CustomerWrote } from '../messages/messages.events.js';
import { Settings } from '../settings/settings.service.js';

/** Longer than any such word with its dots and blanks; anything else is not even compared. */
const longest = 40;

/** Case, accents and what surrounds the word make no difference. */
const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^[\s"'“”.!*]+|[\s"'“”.!*]+$/gu, '');

/** A customer who writes just the company's word (setting `optOutWord`) is left out of campaigns; no answer is sent. */
@Injectable()
export class OptOutListener {
  constructor(
    private readonly contacts: ContactsService,
    private readonly settings: Settings,
  ) {}

  @InTransaction(CustomerWrote)
  async customerWrote({ contactId, isGroup, type, body }: CustomerWrote): Promise<void> {
    if (isGroup || type !== 'chat' || body.length > longest) return;
    const word = bare(await this.settings.get('optOutWord'));
    if (word !== '' && bare(body) === word) await this.contacts.optOut(contactId);
  }
}
