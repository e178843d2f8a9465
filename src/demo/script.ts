import type { PictureName } from './media/pictures.js';

export type Attendant = 'gabriela' | 'paulo' | 'beatriz' | 'rafael' | 'camila';
export type Department = 'Comercial' | 'Suporte' | 'Financeiro';
export type Label =
  | 'Retorno'
  | 'Urgente'
  | 'Plano anual'
  | 'Cliente VIP'
  | 'Novo contato'
  | 'Proposta enviada'
  | 'Fechado';

/** What a message of a script carries besides its words. */
export type Attachment =
  | { readonly kind: 'picture'; readonly picture: PictureName; readonly name?: string }
  | { readonly kind: 'sticker' }
  | { readonly kind: 'voice'; readonly seconds: number }
  | { readonly kind: 'pdf'; readonly name: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'location';
      readonly latitude: number;
      readonly longitude: number;
      readonly name: string;
      readonly address: string;
    }
  | { readonly kind: 'card'; readonly name: string; readonly phone: string };

interface Details {
  /** Minutes since the line before; without it somebody answers after one to four. */
  readonly gap?: number;
  /** Answers the line that many places before. */
  readonly quote?: number;
  readonly attachment?: Attachment;
  readonly reaction?: string;
  readonly edited?: true;
  readonly deleted?: true;
  /** The customer comes back after the close: a new attendance of the same conversation. */
  readonly reopens?: true;
  /** In a group: which customer writes. */
  readonly who?: string;
  /** Ours: somebody else than the attendant of the conversation. */
  readonly by?: Attendant;
  /** Ours: how far it came; read unless said otherwise. */
  readonly ack?: 1 | 2 | 3;
  readonly failed?: true;
  /** The bot's: it asks how the attendance was. */
  readonly asks?: true;
  /** The customer's: it answers that. */
  readonly rating?: 1 | 2 | 3;
}

/** One message of a script. */
export interface Line extends Details {
  readonly from: 'customer' | 'us' | 'bot';
  readonly text: string;
}

/** A conversation of the demo, told by who wrote what. */
export interface Script {
  /** Name of the contact. */
  readonly contact: string;
  readonly status: 'open' | 'pending' | 'closed';
  readonly attendant?: Attendant;
  readonly department?: Department;
  /** Over the second connection. */
  readonly store?: true;
  readonly tags?: readonly Label[];
  /** Minutes since the last line. */
  readonly ago?: number;
  /** Working days before today, and the time of the first line; instead of `ago`. */
  readonly day?: number;
  readonly at?: string;
  /** How many of the customer's last lines nobody has read. */
  readonly unread?: number;
  readonly rating?: 1 | 2 | 3;
  /** What attendants told each other about the contact, oldest first. */
  readonly notes?: readonly { readonly by: Attendant; readonly text: string }[];
  readonly lines: readonly Line[];
}

export const customer = (text: string, details: Details = {}): Line => ({ from: 'customer', text, ...details });
export const us = (text: string, details: Details = {}): Line => ({ from: 'us', text, ...details });
export const bot = (text: string, details: Details = {}): Line => ({ from: 'bot', text, ...details });

export const photo = (picture: PictureName, name?: string): Details => ({
  attachment: { kind: 'picture', picture, ...(name ? { name } : {}) },
});
export const voice = (seconds: number): Details => ({ attachment: { kind: 'voice', seconds } });
export const document = (name: string, ...lines: readonly string[]): Details => ({
  attachment: { kind: 'pdf', name, lines },
});
