import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { AutomaticAnswersEnding } from '../../../conversations/messages/messages.events.js';
import { TicketLifecycleService } from '../../../conversations/tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketNotesService } from '../../../conversations/tickets/notes/ticket-notes.service.js';
import type { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import { TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { type AutomaticAnswers, automaticAnswers } from '../queries/chatbot.queries.js';
import { areRepeated } from './near-equal.js';

/** Limits how often the menus, assistants and integrations answer without a person (behaviour.md §18). */
@Injectable()
export class AnswerLimitsService {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly settings: SettingsService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly notes: TicketNotesService,
  ) {}

  /** The tickets that have reached a limit, with the reason as a note in Portuguese, the company's language. */
  async reached(ticketIds: readonly number[]): Promise<Map<number, string>> {
    if (ticketIds.length === 0) return new Map();
    const most = {
      attendance: Number(await this.settings.get('botAnswersPerAttendance')),
      hour: Number(await this.settings.get('botAnswersPerHour')),
    };
    const counted = await this.db.rows(automaticAnswers(this.db.companyId, ticketIds));
    return new Map(
      counted.flatMap((answers) => {
        const reason = reasonOf(answers, most);
        return reason === undefined ? [] : [[answers.ticketId, reason]];
      }),
    );
  }

  /** A person has to answer from now on. The caller has locked the ticket. */
  async handOver(ticket: Ticket, reason: string): Promise<void> {
    const { id: ticketId } = ticket;
    await this.events.dispatch(new AutomaticAnswersEnding({ ticketId }));
    await this.lifecycle.setBotPaused(ticket, this.clock.now());
    await this.notes.createAutomatic(ticketId, `O robô parou e espera uma pessoa: ${reason}.`);
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId }));
  }
}

function reasonOf(
  { attendance, hour, lines }: AutomaticAnswers,
  most: { readonly attendance: number; readonly hour: number },
): string | undefined {
  if (attendance >= most.attendance) return `já deu ${attendance} respostas automáticas neste atendimento`;
  if (hour >= most.hour) return `já deu ${hour} respostas automáticas a este contato na última hora`;
  return areRepeated(lines ?? []) ? 'o contato repete a mesma mensagem, como outro robô' : undefined;
}
