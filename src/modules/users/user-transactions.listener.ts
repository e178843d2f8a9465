import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context.js';
import { PasswordHasher } from '../../core/crypto/password-hasher.js';
import { Db } from '../../core/database/db.js';
import { InTransaction } from '../../core/events/event.js';
import { Events } from '../../core/events/events.js';
import { CompanyCreating } from '../companies/companies.events.js';
import { QueueRemoving } from '../queues/queues.events.js';
import { Memberships } from './memberships.service.js';
import { User } from './user.entity.js';
import { UserAccessChanged } from './users.events.js';

/** What users add to the transactions of earlier modules. */
@Injectable()
export class UserTransactionListener {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly passwordHasher: PasswordHasher,
    private readonly memberships: Memberships,
  ) {}

  /** The first manager of a new company; without a password until they set one by mail (behaviour.md §8). */
  @InTransaction(CompanyCreating)
  async addAdmin({ companyId, admin }: CompanyCreating): Promise<void> {
    const passwordHash = admin.password ? await this.passwordHasher.hash(admin.password) : null;
    this.db.em.create(User, {
      companyId,
      name: admin.name,
      email: admin.email.toLowerCase(),
      passwordHash,
      profile: 'admin',
      super: false,
      allTicket: 'enabled',
      whatsappId: null,
      language: this.context.locale,
    });
    await this.db.em.flush();
  }

  /** The memberships go by themselves; the sockets of the members must learn it. */
  @InTransaction(QueueRemoving)
  async queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    for (const userId of await this.memberships.usersOf(queueId)) {
      this.events.emit(new UserAccessChanged(this.context.companyId, userId));
    }
  }
}
