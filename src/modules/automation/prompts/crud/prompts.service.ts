import { Injectable } from '@nestjs/common';
import { encryptionContext } from '../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import type { Localized } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { ResponderHandoverService } from '../../../conversations/messages/outbound/responder-handover.service.js';
import { endpointFailures } from '../endpoint/endpoint-failures.js';
import { KnowledgeService } from '../knowledge/knowledge.service.js';
import { Prompt } from '../prompt.entity.js';
import type { PromptInput } from '../prompts.dto.js';
import { prompts } from '../prompts.resource.js';
import { AssistantUsageService } from '../usage/assistant-usage.service.js';

export interface PromptRecord extends Omit<Columns<Prompt, PromptInput>, 'apiKey'> {
  /** Whether a key is stored. */
  readonly apiKeySet: boolean;
  /** The reason why the last answer failed; null after a success. */
  readonly lastError: Localized | null;
}

@Injectable()
export class PromptsService extends CrudService<Prompt, PromptInput, PromptRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly cipher: SecretCipher,
    private readonly jobs: Jobs,
    private readonly sources: KnowledgeService,
    private readonly handover: ResponderHandoverService,
    private readonly usage: AssistantUsageService,
  ) {
    super(prompts, deps);
  }

  /** Removes the prompt with its knowledge; its conversations continue with the department menu. */
  override async remove(id: number): Promise<void> {
    await this.handover.stopAllOf({ promptId: id });
    const files = await this.sources.filesOf(id);
    await super.remove(id);
    await enqueueFileRemoval(this.jobs, files);
  }

  protected override initialValues(): object {
    return { apiKey: null, lastError: null };
  }

  protected override async write(prompt: Prompt, input: Partial<PromptInput>, creating: boolean): Promise<void> {
    const { url, model } = prompt;
    await super.write(prompt, input, creating);
    if (prompt.url !== url || prompt.model !== model) prompt.refused = [];
  }

  /** The cipher text is bound to the id, so the row must exist. */
  protected override async afterWrite(prompt: Prompt, { apiKey }: Partial<PromptInput>): Promise<void> {
    if (!apiKey) return;
    // another account may be allowed more
    prompt.refused = [];
    prompt.apiKey = this.cipher.encrypt(apiKey, encryptionContext(Prompt, prompt));
    await this.em.flush();
  }

  /** While the ceiling is reached no prompt answers; once it was raised, or in the next month, it is no failure. */
  protected override async present(rows: readonly Stored<Prompt>[]): Promise<PromptRecord[]> {
    const { ceiling } = endpointFailures;
    const isExhausted = await this.usage.isExhausted();
    const shown = (error: Localized | null): Localized | null => (error?.pt === ceiling.pt ? null : error);
    return this.records(rows, ({ apiKey, lastError }) => ({
      apiKeySet: apiKey !== null,
      lastError: isExhausted ? ceiling : shown(lastError),
    }));
  }
}
