import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import { botQueue, isInMenu, optionsOf } from '../queries/chatbot.queries.js';
import { menuAsText, menuBelow } from './bot-menu.js';

/** The texts that the bot sends for a department, for users who edit its menu. */
@Injectable()
export class MenuTextsService {
  constructor(private readonly db: Db) {}

  /**
   * The numbered text that a customer gets for an option, or for the department with null; variables are not filled.
   * @throws 404
   */
  async of(queueId: number, optionId: number | null): Promise<string> {
    const { db } = this;
    const queue = await db.row(botQueue(db.companyId, queueId));
    if (!queue) throw notFoundOf('queue');
    const options = await db.rows(optionsOf(db.companyId, queueId));
    const option = options.find(({ id }) => id === optionId);
    if (optionId !== null && !option) throw notFoundOf('queue-options');
    const isOfMenu = (await db.row(isInMenu(db.companyId, queueId)))?.is ?? false;
    const menu = menuBelow(options, option, { greeting: queue.greetingMessage, isOfMenu });
    return menu ? menuAsText(menu) : (option?.message ?? queue.greetingMessage);
  }
}
