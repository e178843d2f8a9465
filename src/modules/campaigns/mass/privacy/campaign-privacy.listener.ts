import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { ContactErasing, ContactRenumbering } from '../../../contacts/contacts/contacts.events.js';
import { eraseRecipients, holdFreezing, renumberRecipients } from './campaign-privacy.queries.js';

@Injectable()
export class CampaignPrivacyListener {
  constructor(private readonly db: Db) {}

  @InTransaction(ContactErasing)
  async contactErasing({ numbers }: ContactErasing): Promise<void> {
    const { companyId } = this.db;
    await this.db.rows(holdFreezing(companyId));
    await this.db.run(eraseRecipients(companyId, numbers));
  }

  @InTransaction(ContactRenumbering)
  async contactRenumbering({ from, to }: ContactRenumbering): Promise<void> {
    const { companyId } = this.db;
    await this.db.rows(holdFreezing(companyId));
    await this.db.run(renumberRecipients(companyId, from, to));
  }
}
