import { isEmail } from 'class-validator';
import type { ChatTool } from '../endpoint/chat-completions.service.js';
import type { ChatToolCall } from '../endpoint/completion-stream.js';
import type { Choice } from './answers.queries.js';

/** Data for the tools in one conversation; they cannot use anything else of the company. */
export interface ToolScope {
  readonly departments: readonly Choice[];
  readonly tags: readonly Choice[];
  /** The hours of a department; null: the company's hours. */
  readonly hoursOf: (queueId: number | null) => Promise<string>;
}

/** Actions that the model requested; they are executed with its answer in one transaction, or not at all. */
export interface PlannedActions {
  /** null: transfer to the prompt's own department. */
  transferTo?: number | null;
  close?: true;
  readonly tagIds: Set<number>;
  name?: string;
  email?: string;
}

interface Tool extends ChatTool {
  /** Plans the actions and returns the text for the model. */
  readonly plan: (actions: PlannedActions, input: Readonly<Record<string, unknown>>) => string | Promise<string>;
}

/** The limits of the contact form. */
const nameLength = { min: 2, max: 50 };
const text = (description: string, values?: readonly string[]) => ({
  type: 'string',
  description,
  ...(values ? { enum: values } : {}),
});
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Tools that have nothing to choose from are not offered. */
export function toolsOf({ departments, tags, hoursOf }: ToolScope): Tool[] {
  const named = (choices: readonly Choice[], name: unknown): Choice | undefined =>
    choices.find((choice) => typeof name === 'string' && choice.name.toLowerCase() === name.trim().toLowerCase());
  const unknown = (choices: readonly Choice[]): string =>
    `Error: choose one of: ${choices.map(({ name }) => name).join(', ')}`;
  const transfer: Tool = {
    name: 'transfer_to_department',
    description: 'Hands the conversation over to the people of a department. Say goodbye in the answer.',
    parameters: object(
      {
        department: text(
          'Name of the department',
          departments.map(({ name }) => name),
        ),
      },
      ['department'],
    ),
    plan: (actions, { department }) => {
      const choice = named(departments, department);
      if (!choice) return unknown(departments);
      actions.transferTo = choice.id;
      return `The conversation goes to ${choice.name} after your answer.`;
    },
  };
  const tag: Tool = {
    name: 'add_tag',
    description: 'Marks the conversation with a tag, for the people who read it later.',
    parameters: object(
      {
        tag: text(
          'Name of the tag',
          tags.map(({ name }) => name),
        ),
      },
      ['tag'],
    ),
    plan: (actions, input) => {
      const choice = named(tags, input['tag']);
      if (!choice) return unknown(tags);
      actions.tagIds.add(choice.id);
      return 'Tagged.';
    },
  };
  const hours: Tool = {
    name: 'look_up_hours',
    description: 'The hours in which people of the company, or of a department, answer.',
    parameters: object(
      departments.length > 0
        ? {
            department: text(
              'Name of the department',
              departments.map(({ name }) => name),
            ),
          }
        : {},
    ),
    plan: async (_actions, { department }) => {
      const choice = named(departments, department);
      return department && !choice ? unknown(departments) : hoursOf(choice?.id ?? null);
    },
  };
  const close: Tool = {
    name: 'close_conversation',
    description: 'Ends the conversation, once the customer said that nothing is left to do.',
    parameters: object({}),
    plan: (actions) => {
      actions.close = true;
      return 'The conversation ends after your answer.';
    },
  };
  return [
    ...(departments.length > 0 ? [transfer] : []),
    ...(tags.length > 0 ? [tag] : []),
    hours,
    close,
    {
      name: 'save_contact_data',
      description: 'Stores what the customer said of themselves: name, e-mail. Ask for it where it is needed.',
      parameters: object({ name: text('Full name'), email: text('E-mail address') }),
      plan: planContactData,
    },
  ];
}

const planContactData: Tool['plan'] = (actions, { name, email }) => {
  const given = typeof name === 'string' ? name.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim() : '';
  if (name !== undefined && (given.length < nameLength.min || given.length > nameLength.max)) return 'Error: no name';
  if (email !== undefined && !(typeof email === 'string' && isEmail(email.trim(), { allow_utf8_local_part: false })))
    return 'Error: no e-mail address';
  if (name === undefined && email === undefined) return 'Error: name or email is missing';
  if (given) actions.name = given;
  if (typeof email === 'string') actions.email = email.trim();
  return 'Stored.';
};

/** A call that cannot be understood, whatever the model wrote, returns an error that the model reads. */
export async function callTool(tools: readonly Tool[], call: ChatToolCall, actions: PlannedActions): Promise<string> {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) return `Error: there is no tool ${call.name.slice(0, 50)}`;
  const input = parseArguments(call.arguments);
  return input ? tool.plan(actions, input) : 'Error: the arguments are no JSON object';
}

function parseArguments(json: string): Record<string, unknown> | undefined {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
