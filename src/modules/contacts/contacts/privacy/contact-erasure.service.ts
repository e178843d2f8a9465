import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { deleteReferencing } from '../../../../core/database/referencing-rows.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { otherSpellings } from '../../../../core/phone.js';
import { IdempotencyStore } from '../../../../core/requests/idempotency.interceptor.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { isStorageKey } from '../../../../core/storage/storage.js';
import { Contact } from '../contact.entity.js';
import { confirmationMismatch } from '../contacts.errors.js';
import { ContactErasing } from '../contacts.events.js';
import { ContactsService } from '../crud/contacts.service.js';
import { identifiersOf } from '../identity/channel-contacts.queries.js';
import { numbersOf } from './personal-data.queries.js';
import { describedEntities } from './personal-data.service.js';

/** Erases a person on request (LGPD, art. 18): what identifies them and what they wrote; counted rows stay. */
@Injectable()
export class ContactErasureService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly contacts: ContactsService,
    private readonly responses: IdempotencyStore,
  ) {}

  /** @throws 404, and 400 when `number` is not the contact's */
  async erase(id: number, number: string): Promise<void> {
    const { companyId } = this.context;
    const contact = await this.contacts.getExisting(id);
    const read = await this.contacts.readNumber(number);
    if (contact.number !== number.trim() && contact.number !== read.number) throw confirmationMismatch();
    const known = (await this.db.rows(numbersOf(companyId, id))).map((row) => row.number);
    const numbers = [...new Set(known.flatMap((each) => [each, ...otherSpellings(each)]))];
    const identifiers = (await this.db.rows(identifiersOf(companyId, id)))
      .filter(({ kind }) => kind !== 'former_number')
      .map(({ value }) => value);
    await this.events.dispatch(new ContactErasing({ contactId: id, numbers, identifiers }));
    const files = await deleteReferencing(this.db, { type: Contact, companyId, id }, describedEntities());
    if (contact.profilePicUrl !== null) files.push(contact.profilePicUrl);
    await enqueueFileRemoval(this.jobs, files.filter(isStorageKey));
    await this.responses.clearResponses();
    await this.contacts.anonymise(contact);
    this.audit.record('contact.erased', id);
  }
}
