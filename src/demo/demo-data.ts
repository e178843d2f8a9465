import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Profile } from '../core/context.js';
import type { CampaignKind } from '../modules/campaigns/ai-sms/ai-sms-campaign.entity.js';
import type { SmsGatewayName } from '../modules/campaigns/ai-sms/sms/sms-gateway.entity.js';
import type { Repetition } from '../modules/conversations/schedules/schedule.entity.js';
import type { Plan, planFeatures } from '../modules/platform/plans/plan.entity.js';

/** A file of `data/media`, a place or a card. */
export type DemoAttachment =
  | {
      readonly type: 'image' | 'sticker' | 'audio' | 'application';
      readonly file: string;
      /** As it is shown; none for pictures of a phone. */
      readonly name?: string;
      /** Of a picture, in pixels. */
      readonly width?: number;
      readonly height?: number;
    }
  | {
      readonly type: 'location';
      readonly latitude: number;
      readonly longitude: number;
      readonly name: string;
      readonly address: string;
    }
  | { readonly type: 'contact'; readonly name: string; readonly phone: string };

export interface DemoMessage {
  readonly from: 'customer' | 'attendant' | 'bot';
  readonly text: string;
  /** Minutes since the message before; some minutes when left out. */
  readonly gap?: number;
  /** Quotes the message that many places before. */
  readonly quote?: number;
  readonly attachment?: DemoAttachment;
  readonly reaction?: string;
  readonly edited?: boolean;
  readonly deleted?: boolean;
  /** The customer writes again after the close: the next cycle. */
  readonly reopens?: boolean;
  /** Who of a group. */
  readonly who?: string;
  /** Another attendant than that of the conversation. */
  readonly by?: string;
  /** How far it came; read when left out. */
  readonly ack?: 1 | 2 | 3;
  readonly failed?: boolean;
  /** Asks for the rating. */
  readonly asks?: boolean;
  /** Answers that. */
  readonly rating?: number;
}

export interface DemoConversation {
  readonly contact: string;
  readonly status: 'open' | 'pending' | 'closed';
  /** Key of a user. */
  readonly attendant?: string;
  readonly queue?: string;
  /** The first one of the company when left out. */
  readonly connection?: string;
  readonly tags?: readonly string[];
  /** Minutes since the last message. */
  readonly ago?: number;
  /** Working days before today and time of the first message, instead of `ago`. */
  readonly day?: number;
  readonly at?: string;
  /** How many of the last messages are unread. */
  readonly unread?: number;
  readonly rating?: number;
  readonly notes?: readonly { readonly by: string; readonly text: string }[];
  readonly messages: readonly DemoMessage[];
}

/** An entry of a department's menu. */
export interface DemoOption {
  readonly title: string;
  readonly message: string;
  readonly options?: readonly DemoOption[];
}

/** People who get campaigns. */
export interface DemoContactList {
  readonly name: string;
  readonly contacts: readonly string[];
  /** Names of a file, who are no contacts. */
  readonly others: readonly string[];
}

/** When it starts; one of the past is over. */
interface DemoStart {
  readonly name: string;
  readonly connection: string;
  /** Working days from today, negative before it. */
  readonly day: number;
  readonly at: string;
}

export interface DemoCampaign extends DemoStart {
  readonly list: string;
  readonly queue: string;
  /** Of the conversations that replies open. */
  readonly tag?: string;
  readonly messages: readonly string[];
  readonly confirmations: readonly string[];
}

/** A campaign of the campaign service, which is switched off. */
interface DemoAiSmsCampaign extends DemoStart {
  readonly kind: CampaignKind;
  readonly prompt?: string;
  readonly gateway?: SmsGatewayName;
  readonly message?: string;
  /** Seconds. */
  readonly interval: number;
  readonly file: string;
  /** In campo1. */
  readonly field?: string;
  /** Beside those on the list. */
  readonly contacts: readonly string[];
  readonly list?: string;
}

export interface DemoUser {
  /** By which the data refers to it. */
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly queues: readonly string[];
}

export interface DemoCompany {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly createdDaysAgo: number;
  readonly dueInDays?: number;
  readonly recurrence?: string;
  readonly plan: Pick<Plan, 'name' | 'users' | 'connections' | 'queues' | 'value'> & {
    /** Every other feature is included. */
    readonly without: readonly (typeof planFeatures)[number][];
  };
  readonly settings: Readonly<Record<string, string>>;
  readonly queues: readonly {
    readonly name: string;
    readonly color: string;
    readonly greetingMessage: string | null;
    /** Minutes. */
    readonly firstResponseTarget?: number;
    readonly resolutionTarget?: number;
    readonly options?: readonly DemoOption[];
  }[];
  /** Of every year, MM-DD. */
  readonly holidays: readonly { readonly name: string; readonly day: string }[];
  readonly schedules: readonly {
    readonly contact: string;
    readonly by: string;
    readonly text: string;
    /** Working days from today. */
    readonly day: number;
    readonly at: string;
    readonly repetition: Repetition;
  }[];
  readonly manager: DemoUser;
  readonly users: readonly (DemoUser & {
    readonly profile: Profile;
    readonly super: boolean;
    readonly allTicket: 'enabled' | 'desabled';
  })[];
  readonly tags: readonly { readonly name: string; readonly color: string; readonly kanban: number }[];
  /** Of every connection. */
  readonly texts: Readonly<Record<'complationMessage' | 'ratingMessage' | 'outOfHoursMessage', string>>;
  readonly connections: readonly {
    readonly name: string;
    readonly createdDaysAgo: number;
    readonly greetingMessage: string;
    readonly queues: readonly string[];
  }[];
  readonly quickMessages: readonly {
    readonly shortcode: string;
    readonly message: string;
    /** Its owner; the company's when left out. */
    readonly user?: string;
    readonly attachment?: DemoAttachment;
  }[];
  readonly chats: readonly {
    /** Empty: between two. */
    readonly title: string;
    readonly owner: string;
    readonly members: readonly string[];
    /** With the minutes since they were written. */
    readonly messages: readonly {
      readonly by: string;
      readonly text: string;
      readonly ago: number;
      readonly attachment?: DemoAttachment;
    }[];
  }[];
  readonly fileLists: readonly {
    readonly name: string;
    readonly message: string;
    readonly files: readonly DemoAttachment[];
  }[];
  readonly prompts: readonly {
    readonly name: string;
    readonly prompt: string;
    readonly queue: string;
    readonly url: string;
    readonly model: string;
  }[];
  readonly contactLists: readonly DemoContactList[];
  readonly campaigns: readonly DemoCampaign[];
  readonly aiSmsCampaigns: readonly DemoAiSmsCampaign[];
  readonly contacts: readonly {
    readonly name: string;
    readonly number: string;
    readonly email: string;
    readonly extraInfo: Readonly<Record<string, string>>;
    readonly isGroup?: boolean;
    readonly optedOut?: boolean;
  }[];
  readonly conversations: readonly DemoConversation[];
}

const folder = new URL('./data/', import.meta.url);

export function demoCompanies(): DemoCompany[] {
  return ['demo.json', 'outra.json'].map(
    (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as DemoCompany,
  );
}

export function demoFile(name: string): Promise<Buffer> {
  return readFile(new URL(`media/${name}`, folder));
}
