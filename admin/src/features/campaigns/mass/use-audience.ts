import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../../conversation/data/api';
import type { Schemas } from '../../../providers/api-types';
import { fillVariables, recipientVariables } from './campaign-text';
import { useCampaignSettings } from './use-campaign-settings';

/** Somebody of the list or with the tag, as an example. */
export interface Recipient {
  id: number;
  name: string;
  number: string;
  email: string;
  variables: Record<string, string>;
}

const PAGE = 20;
const MINUTE_MS = 60_000;
const nobody: readonly Recipient[] = [];

/** Those that are not empty, by names in lower case. */
const filled = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value ? [[key.toLowerCase(), value]] : [])));

const toRecipient = ({ variables, ...row }: Schemas['CampaignAudience']['page'][number]): Recipient => ({
  ...row,
  variables: Object.fromEntries(variables.map((pair) => [pair.name, pair.value])),
});

export interface AudienceSource {
  contactListId: number | null;
  tagListId: number | null;
  tagScope: string;
  /** The campaign whose recipients did not reply. */
  followsId: number | null;
}

/** Those of a contact list, with a tag or without a reply, one after the other, and how many; all null: nobody. */
export function useRecipients({ contactListId, tagListId, tagScope, followsId }: AudienceSource) {
  const [position, setPosition] = useState(0);
  const from = position - (position % PAGE);
  const source = followsId ? { followsId } : contactListId ? { contactListId } : { tagListId, tagScope };
  const { data } = useQuery({
    queryKey: ['/campaigns/audience', contactListId, tagListId, followsId, tagScope, from] as const,
    queryFn: async ({ signal }) => {
      const query = Object.entries({ ...source, from }).map(([name, value]) => [name, String(value)]);
      const answer = await get<Schemas['CampaignAudience']>('/campaigns/audience', Object.fromEntries(query), signal);
      return { ...answer, page: answer.page.map(toRecipient) };
    },
    enabled: contactListId !== null || tagListId !== null || followsId !== null,
    // of the same list or tag only: those of another one are not its recipients
    placeholderData: (known, before) =>
      [contactListId, tagListId, followsId].every((id, index) => before?.queryKey[index + 1] === id)
        ? known
        : undefined,
    staleTime: MINUTE_MS,
  });
  const page = data?.page ?? nobody;
  const at = position - from;
  const isLast = at >= page.length - 1 && page.length < PAGE;
  return {
    counts: data && { contacts: data.recipients, all: data.withConversations },
    page,
    recipient: page[at],
    previous: position > 0 ? () => setPosition(position - 1) : undefined,
    next: isLast ? undefined : () => setPosition(position + 1),
  };
}

/** What fills a text for a recipient: what is known of them before the variables of the company. */
export function useFilling({ page, recipient }: Pick<ReturnType<typeof useRecipients>, 'page' | 'recipient'>) {
  const { data } = useCampaignSettings();
  const own = Object.fromEntries((data?.variables ?? []).map(({ key, value }) => [key, value]));
  const columns = page.flatMap(({ variables }) => Object.keys(variables));
  const { name, number, email, variables } = recipient ?? {};
  const values = { ...filled(own), ...filled(variables ?? {}), ...filled({ nome: name, numero: number, email }) };
  return {
    /** The names that texts may hold. */
    variables: [...new Set([...recipientVariables, ...columns, ...Object.keys(own)])],
    fill: (text: string) => (recipient ? fillVariables(text, values) : text),
  };
}
