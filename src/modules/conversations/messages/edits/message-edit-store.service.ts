import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { MessageWriterService } from '../history/message-writer.service.js';
import { MessageStored } from '../messages.events.js';
import {
  type ChangedMessage,
  type ChangeRefusal,
  changeRemotely,
  confirmEdit,
  deleteMessage,
  editMessage,
  quotingMessages,
  revertChange,
  takeFilesOfDeleted,
} from './message-edits.queries.js';

/**
 * Stores edits and deletions. Our own are shown at once and reverted when the provider refuses them: until it accepts,
 * `data.unconfirmed` contains the version that the customer has. A deleted row keeps its text, which is never shown;
 * its files are removed once the deletion is confirmed.
 */
@Injectable()
export class MessageEditStoreService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly writer: MessageWriterService,
  ) {}

  /** Marks the message as edited only if the customer may have read the first text. undefined: it cannot be edited. */
  async edit(messageId: number, body: string): Promise<ChangedMessage | undefined> {
    await this.writer.lockTicketOf(messageId);
    const changed = await this.db.row(editMessage(this.db.companyId, messageId, body));
    if (changed) await this.emitUpdates(messageId, changed);
    return changed;
  }

  /** Deletes a message of ours; a queued one will not be sent. undefined: it is already deleted. */
  async delete(messageId: number): Promise<ChangedMessage | undefined> {
    await this.writer.lockTicketOf(messageId);
    const changed = await this.db.row(deleteMessage(this.db.companyId, messageId));
    if (changed) await this.emitUpdates(messageId, changed);
    return changed;
  }

  /** Stores a change that the customer, or our own number on another device, has made; it needs no confirmation. */
  async applyRemote(messageId: number, body: string | null): Promise<void> {
    await this.writer.lockTicketOf(messageId);
    const changed = await this.db.row(changeRemotely(this.db.companyId, messageId, body));
    if (!changed) return;
    if (body === null) await this.removeFiles(messageId);
    await this.emitUpdates(messageId, changed);
  }

  /** The provider accepted the change. */
  async confirm(messageId: number, body: string | null): Promise<void> {
    if (body === null) return this.removeFiles(messageId);
    await this.db.run(confirmEdit(this.db.companyId, messageId, body));
  }

  /** The provider refused the change. Does nothing when the message was changed again since. */
  async revert(messageId: number, body: string | null, refusal: ChangeRefusal): Promise<void> {
    await this.writer.lockTicketOf(messageId);
    const changed = await this.db.row(revertChange(this.db.companyId, messageId, body, refusal));
    if (changed) await this.emitUpdates(messageId, changed);
  }

  private async removeFiles(messageId: number): Promise<void> {
    const removed = await this.db.row(takeFilesOfDeleted(this.db.companyId, messageId));
    if (removed) await enqueueFileRemoval(this.jobs, removed.files);
  }

  /** Emits the message, updates the ticket's preview, and emits messages that quote it, as they contain its text. */
  private async emitUpdates(messageId: number, { ticketId }: ChangedMessage): Promise<void> {
    const { companyId } = this.db;
    await this.writer.refreshPreview([ticketId]);
    const quoting = await this.db.rows(quotingMessages(companyId, messageId));
    for (const { id } of [{ id: messageId }, ...quoting])
      this.events.emit(new MessageStored({ companyId, messageId: id, action: 'update' }));
  }
}
