import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { maxSmsCharacters } from '../campaign-service.dto.js';
import { sendingFaults } from '../campaign-service.errors.js';
import type { ClaimedRow, RowOutcome, RowSender } from '../sending/row-sender.js';
import { fillRow } from '../sending/row-text.js';
import type { ServiceCampaign } from '../service-campaign.entity.js';
import { SmsAccountsService } from './sms-accounts.service.js';

@Injectable()
export class SmsRowSenderService implements RowSender {
  constructor(
    private readonly db: Db,
    private readonly accounts: SmsAccountsService,
  ) {}

  async send({ companyId, name, gateway, message }: ServiceCampaign, row: ClaimedRow): Promise<RowOutcome> {
    const text = fillRow(message, row);
    if (text.trim() === '') return { kind: 'failed', text: sendingFaults.blank };
    if (text.length > maxSmsCharacters) return { kind: 'failed', text: sendingFaults.tooLong };
    const found = gateway && (await this.db.runAs(companyId, () => this.accounts.find(gateway)));
    if (!found) return { kind: 'wait', text: sendingFaults.gateway };
    return found.driver.send(found.account, { to: row.number, text, campaign: name });
  }
}
