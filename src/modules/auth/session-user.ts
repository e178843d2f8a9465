import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../core/database/db.js';
import { companyJsonSql } from '../companies/company.entity.js';

/** The user as login, refresh and `me` answer it (behaviour.md §2). */
export interface SessionUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly profile: string;
  readonly super: boolean;
  readonly companyId: number;
  readonly company: { readonly id: number; readonly name: string; readonly dueDate: string };
  readonly queues: readonly {
    readonly id: number;
    readonly name: string;
    readonly color: string;
    readonly UserQueue: { readonly queueId: number };
  }[];
  readonly whatsappId: number | null;
  readonly allTicket: string;
  readonly language: string;
}

@Injectable()
export class SessionUsers {
  constructor(private readonly db: Db) {}

  /** @throws when the user is gone: callers come from a live session. */
  async read(userId: number): Promise<SessionUser> {
    const row = await this.db.row<{ user: SessionUser }>(
      sql`select json_build_object(
         'id', u.id, 'name', u.name, 'email', u.email, 'profile', u.profile, 'super', u.super, 'companyId',
           u.company_id,
         'company', ${companyJsonSql},
         'queues', coalesce((select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color,
           'UserQueue', json_build_object('queueId', q.id)) order by q.order_queue, q.name)
           from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
             where uq.company_id = u.company_id and uq.user_id = u.id), '[]'),
         'whatsappId', u.whatsapp_id, 'allTicket', u.all_ticket, 'language', u.language) as "user"
       from users u join companies c on c.id = u.company_id where u.id = ${userId}`,
    );
    if (!row) throw new Error(`User ${userId} is gone`);
    return row.user;
  }
}
