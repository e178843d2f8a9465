import { api, apiUpload } from '../../providers/http';
import type { Presence } from '../../shared/presence';
import { queueParams } from '../model/list-filters';
import type { Note } from '../model/note';
import type { QuickMessage } from '../model/quick-message';
import type { Template, TemplateValues } from '../model/template';
import type { TicketView } from '../model/ticket-rules';
import type { Colored, Contact, Message, MessagePage, Named, Ticket, TicketPage } from '../model/types';
import type { TicketViewers } from '../model/viewers';

export interface Connection extends Named {
  channel: string;
  status: string;
  isDefault: boolean;
  number: string | null;
  capabilities: Capabilities;
}

/** What the channel of a connection can do beyond text and files. */
export interface Capabilities {
  edit: boolean;
  delete: boolean;
  react: boolean;
  templates: boolean;
  typing: boolean;
}

export interface Attendant extends Named, Presence {
  profile?: 'user' | 'supervisor' | 'admin';
  queues?: { id: number }[];
}

export interface ContactDetails extends Contact {
  extraInfo?: { id: number; name: string; value: string }[];
}

function queryString(params: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined && value !== '') search.set(name, value);
  return search.toString();
}

function scopeParams({ showAll, queueIds }: TicketView): Record<string, string | undefined> {
  return { showAll: showAll ? 'true' : undefined, ...(queueIds ? queueParams(queueIds) : {}) };
}

const idList = (ids: readonly number[] = []) => (ids.length > 0 ? JSON.stringify(ids) : undefined);

export function fetchTickets(view: TicketView, cursor: string | null, signal?: AbortSignal): Promise<TicketPage> {
  const params = {
    status: view.status ?? undefined,
    searchParam: view.search,
    tags: idList(view.tags),
    users: idList(view.users),
    cursor: cursor ?? undefined,
    order: 'lastMessage',
    ...scopeParams(view),
  };
  return api(`/tickets?${queryString(params)}`, { signal });
}

/** The conversations of a contact that the caller may see, newest change first. */
export function fetchContactTickets(
  contactId: number,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<TicketPage> {
  const params = { contacts: idList([contactId]), showAll: 'true', cursor: cursor ?? undefined };
  return api(`/tickets?${queryString(params)}`, { signal });
}

export function fetchCounters(view: TicketView, signal?: AbortSignal): Promise<{ open: number; pending: number }> {
  return api(`/tickets/counters?${queryString(scopeParams(view))}`, { signal });
}

/** Who has which conversation open now. */
export function fetchViewers(signal?: AbortSignal): Promise<{ tickets: TicketViewers[] }> {
  return api('/tickets/viewers', { signal });
}

export function fetchTicket(uuid: string, signal?: AbortSignal): Promise<Ticket> {
  return api(`/tickets/u/${encodeURIComponent(uuid)}`, { signal });
}

export function deleteTicket(ticketId: number): Promise<unknown> {
  return api(`/tickets/${ticketId}`, { method: 'DELETE' });
}

export function markTicket(ticketId: number, as: 'read' | 'unread'): Promise<unknown> {
  return api(`/tickets/${ticketId}/${as}`, { method: 'POST' });
}

export function createTicket(body: {
  contactId: number;
  queueId: number | null;
  whatsappId: number | null;
  userId: number;
}): Promise<Ticket> {
  return api('/tickets', { method: 'POST', body: { ...body, status: 'open' } });
}

/** Without a cursor the newest page. Reading never marks: that is an act of its own. */
export function fetchMessages(ticketId: number, cursor: string | null, signal?: AbortSignal): Promise<MessagePage> {
  const params = { cursor: cursor ?? undefined, pageNumber: cursor ? undefined : '1', peek: 'true' };
  return api(`/messages/${ticketId}?${queryString(params)}`, { signal });
}

/** A page with the message in its middle. */
export function fetchAround(ticketId: number, messageId: number): Promise<MessagePage> {
  return api(`/messages/${ticketId}?${queryString({ around: String(messageId), peek: 'true' })}`);
}

/** What follows a message, oldest first. */
export function fetchSince(ticketId: number, messageId: string): Promise<MessagePage> {
  return api(`/messages/${ticketId}?${queryString({ after: messageId, peek: 'true' })}`);
}

/** Where in a conversation the words stand, newest first. */
export function fetchHits(
  ticketId: number,
  searchParam: string,
  signal?: AbortSignal,
): Promise<{ ids: number[]; hasMore: boolean }> {
  return api(`/messages/${ticketId}/hits?${queryString({ searchParam })}`, { signal });
}

export function retryMessage(messageId: number): Promise<Message> {
  return api(`/messages/${messageId}/retry`, { method: 'POST' });
}

export function reactTo(messageId: number, emoji: string | null): Promise<Message> {
  return api(`/messages/${messageId}/react`, { method: 'POST', body: { emoji } });
}

export function editMessage(messageId: number, body: string): Promise<Message> {
  return api(`/messages/edit/${messageId}`, { method: 'POST', body: { body } });
}

export function deleteMessage(messageId: number): Promise<unknown> {
  return api(`/messages/${messageId}`, { method: 'DELETE' });
}

export function forwardMessage(messageId: number, ticketIds: number[], key: string): Promise<Message[]> {
  const headers = { 'Idempotency-Key': key };
  return api(`/messages/${messageId}/forward`, { method: 'POST', body: { ticketIds }, headers });
}

/** By the stored name of the file, the last part of its address. */
export function transcribeAudio(fileName: string): Promise<{ messageId: number; transcript: string }> {
  return api(`/messages/transcribeAudio/${encodeURIComponent(fileName)}`);
}

export function sendTyping(ticketId: number): Promise<unknown> {
  return api(`/tickets/${ticketId}/typing`, { method: 'POST' });
}

export function fetchTemplates(
  connectionId: number,
  searchParam: string,
  signal?: AbortSignal,
): Promise<{ templates: Template[]; hasMore: boolean }> {
  return api(`/whatsapp/${connectionId}/templates?${queryString({ searchParam, pageNumber: '1' })}`, { signal });
}

export function syncTemplates(connectionId: number): Promise<unknown> {
  return api(`/whatsapp/${connectionId}/templates/sync`, { method: 'POST' });
}

export interface TemplateMessage {
  template: { name: string; language: string; params: TemplateValues };
  clientMessageId: string;
  file: File | null;
}

export function sendTemplate(ticketId: number, { template, clientMessageId, file }: TemplateMessage): Promise<Message> {
  const path = `/messages/${ticketId}`;
  if (!file) return api(path, { method: 'POST', body: { template, clientMessageId } });
  const form = new FormData();
  form.append('clientMessageId', clientMessageId);
  form.append('template', JSON.stringify(template));
  form.append('medias', file, file.name);
  return apiUpload(path, form);
}

export function searchContacts(searchParam: string, signal?: AbortSignal): Promise<{ contacts: Contact[] }> {
  return api(`/contacts?${queryString({ searchParam, pageNumber: '1' })}`, { signal });
}

export function searchUsers(searchParam: string, signal?: AbortSignal): Promise<{ users: Attendant[] }> {
  return api(`/users?${queryString({ searchParam, pageNumber: '1' })}`, { signal });
}

/** Names of everybody in the company. */
export function fetchUsers(signal?: AbortSignal): Promise<Named[]> {
  return api('/users/list', { signal });
}

export function fetchContact(contactId: number, signal?: AbortSignal): Promise<ContactDetails> {
  return api(`/contacts/${contactId}`, { signal });
}

export function fetchQueues(signal?: AbortSignal): Promise<Colored[]> {
  return api('/queue', { signal });
}

export function fetchConnections(signal?: AbortSignal): Promise<Connection[]> {
  return api('/whatsapp', { signal });
}

export function fetchTags(signal?: AbortSignal): Promise<Colored[]> {
  return api('/tags/list', { signal });
}

export function createTag(name: string, color: string): Promise<Colored> {
  return api('/tags', { method: 'POST', body: { name, color } });
}

/** Gives a conversation exactly these tags. */
export function syncTags(ticketId: number, tags: readonly number[]): Promise<Ticket> {
  return api('/tags/sync', { method: 'POST', body: { ticketId, tags } });
}

interface NoteOwner {
  ticketId: number;
  contactId: number;
}

/** How many the server tells at once. */
export const NOTES_PAGE = 200;

/** Newest first; `before` a note, the page that follows it. */
export function fetchNotes({ ticketId, contactId }: NoteOwner, before?: number, signal?: AbortSignal): Promise<Note[]> {
  const from = before === undefined ? '' : `&before=${before}`;
  return api(`/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}${from}`, { signal });
}

/** The key makes it one note, however often it is tried. */
export function addNote(
  note: string,
  { ticketId, contactId }: NoteOwner,
  mentions: number[],
  key: string,
): Promise<Note> {
  const headers = { 'Idempotency-Key': key };
  return api('/ticket-notes', { method: 'POST', body: { note, ticketId, contactId, mentions }, headers });
}

export function deleteNote(id: number): Promise<unknown> {
  return api(`/ticket-notes/${id}`, { method: 'DELETE' });
}

/** Colleagues who may be named in a note there, a few of them. */
export function fetchReaders(ticketId: number, term: string, signal?: AbortSignal): Promise<Named[]> {
  return api(`/ticket-notes/readers?ticketId=${ticketId}&searchParam=${encodeURIComponent(term)}`, { signal });
}

/** What may be suggested to this user: active ones of their own and of the company. */
export function fetchQuickMessages(signal?: AbortSignal): Promise<QuickMessage[]> {
  return api('/quick-messages/list', { signal });
}

/** The file of a quick message. @throws when there is none, or its address is past its time. */
export async function fetchQuickFile(message: QuickMessage, signal: AbortSignal): Promise<File> {
  const { mediaPath, mediaName, mediaMime, shortcode } = message;
  const { pathname, search } = new URL(mediaPath ?? '', window.location.href);
  // by its path: the page may be open under another name of the server than its public one
  const response = await fetch(pathname + search, { signal });
  if (mediaPath === null || !response.ok) throw new Error(`No file of /${shortcode}: ${response.status}`);
  return new File([await response.blob()], mediaName ?? shortcode, { type: mediaMime ?? '' });
}
