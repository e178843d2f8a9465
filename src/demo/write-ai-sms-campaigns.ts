import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Db } from '../core/database/db.js';
import { newStorageKey, Storage } from '../core/storage/storage.js';
import { Prompt } from '../modules/automation/prompts/prompt.entity.js';
import { recipientFaults } from '../modules/campaigns/ai-sms/ai-sms.errors.js';
import { AiSmsCampaign } from '../modules/campaigns/ai-sms/ai-sms-campaign.entity.js';
import { AiSmsCampaignFile } from '../modules/campaigns/ai-sms/ai-sms-campaign-file.entity.js';
import { AiSmsRecipient } from '../modules/campaigns/ai-sms/ai-sms-recipient.entity.js';
import { fieldCount, maxLines } from '../modules/campaigns/ai-sms/recipients/recipients-file.js';
import { insertAll } from './insert-entities.js';
import { type CampaignsOptions, type FirstMessage, firstMessagesOf, recipientsOf, startOf } from './write-campaigns.js';

const hour = 3_600_000;

/** Prompts, and campaigns with AI and by SMS with the files of their rows. What AI wrote is among the conversations. */
export async function writeAiSmsCampaigns(app: NestFastifyApplication, options: CampaignsOptions): Promise<void> {
  const { companyId, data, ids, now } = options;
  const [db, storage] = [app.get(Db), app.get(Storage)];
  const settings = { maxTokens: 500, temperature: 0.7, maxMessages: 20, inputPrice: 0, outputPrice: 0 };
  const promptRows = data.prompts.map(({ queue, ...prompt }) => ({
    ...{ companyId, queueId: ids.queues(queue), ...prompt, ...settings },
    ...{ apiKey: null, lastError: null },
  }));
  const prompts = await insertAll(db, Prompt, promptRows);
  const firstMessages = await firstMessagesOf(db, companyId);
  for (const campaign of data.aiSmsCampaigns) {
    const { kind, name, prompt, gateway, message = '', connection, interval: intervalSeconds, field, file } = campaign;
    const startsAt = startOf(now, campaign);
    const [connectionId, createdAt] = [ids.connections(connection), new Date(startsAt.getTime() - hour)];
    const promptId = prompts.find((each) => each.name === prompt)?.id ?? null;
    const [row] = await insertAll(db, AiSmsCampaign, [
      {
        ...{ companyId, kind, name, promptId, gateway: gateway ?? null, message, connectionId, scheduledAt: startsAt },
        ...{ intervalSeconds, run: 2, pauseReason: null, createdAt },
      },
    ]);
    const campaignId = row?.id ?? 0;
    const recipients = recipientsOf(options, campaign)
      .filter(({ optedOut }) => !optedOut)
      .slice(0, maxLines - 1)
      .map(({ variables, ...recipient }) => ({
        ...recipient,
        value: variables.find((each) => each.name === field)?.value ?? '',
      }));
    const mediaKey = newStorageKey(companyId, 'csv', createdAt);
    const lines = recipients.map(({ name, number, value }) => `${name};${number};${value}`);
    await storage.put(mediaKey, Buffer.from(`\ufeff${['nome;telefone;campo1', ...lines].join('\r\n')}\r\n`), {
      mime: 'text/csv',
    });
    const [stored] = await insertAll(db, AiSmsCampaignFile, [
      { companyId, campaignId, name: file, mediaKey, createdAt },
    ]);
    const rows = recipients.map(({ name, number, value }, index) => {
      const at = new Date(startsAt.getTime() + index * intervalSeconds * 1000);
      const fields = [value, ...Array<string>(fieldCount - 1).fill('')];
      const first = firstMessages.find((each) => each.number === number && each.connectionId === connectionId);
      return {
        ...{ companyId, campaignId, fileId: stored?.id ?? null, name, number, fields, createdAt },
        ...(kind === 'sms' ? smsOutcome(index, at) : aiOutcome(first, startsAt)),
      };
    });
    await insertAll(db, AiSmsRecipient, rows);
  }
}

/** Of many one fails, and of some no report came. Always the same. */
function smsOutcome(index: number, handledAt: Date) {
  if (index % 16 === 9) return { status: 'failed' as const, handledAt, errorText: recipientFaults.number };
  const status = index % 7 === 3 ? ('sent' as const) : ('delivered' as const);
  return { status, handledAt, providerId: `sms-${index + 1}` };
}

/** It was switched off before the others. */
const aiOutcome = (first: FirstMessage | undefined, startsAt: Date) =>
  first?.fromMe && new Date(first.sentAt) >= startsAt
    ? { status: 'queued' as const, messageId: first.id, handledAt: new Date(first.sentAt) }
    : { status: 'waiting' as const };
