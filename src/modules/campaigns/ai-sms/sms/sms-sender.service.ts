import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { Outcome } from '../../mass/sending/outcome.policy.js';
import { maxSmsCharacters } from '../ai-sms.dto.js';
import { sendingFaults } from '../ai-sms.errors.js';
import type { AiSmsCampaign } from '../ai-sms-campaign.entity.js';
import type { ClaimedRecipient, RecipientSender } from '../sending/recipient-sender.js';
import { fillText } from '../sending/recipient-text.js';
import { SmsAccountsService } from './sms-accounts.service.js';

@Injectable()
export class SmsSenderService implements RecipientSender {
  constructor(
    private readonly db: Db,
    private readonly accounts: SmsAccountsService,
  ) {}

  async send({ companyId, name, gateway, message }: AiSmsCampaign, recipient: ClaimedRecipient): Promise<Outcome> {
    const text = fillText(message, recipient);
    if (text.trim() === '') return { kind: 'failed', reason: { text: sendingFaults.blank } };
    if (text.length > maxSmsCharacters) return { kind: 'failed', reason: { text: sendingFaults.tooLong } };
    const found = gateway && (await this.db.runAs(companyId, () => this.accounts.find(gateway)));
    if (!found) return { kind: 'wait', reason: { text: sendingFaults.gateway } };
    return found.driver.send(found.account, { to: recipient.number, text, campaign: name });
  }
}
