import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../../conversation/data/api';
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

type Pairs = readonly { name: string; value: string }[];

interface Row extends Pick<Recipient, 'id' | 'name' | 'number' | 'email'> {
  /** The further columns of a list. */
  variables?: Pairs;
  /** Of a contact; they may be used like columns. */
  extraInfo?: Pairs;
}

const toRecipient = ({ id, name, number, email, variables, extraInfo = [] }: Row): Recipient => ({
  id,
  name,
  number,
  email,
  variables: Object.fromEntries((variables ?? extraInfo).map((pair) => [pair.name, pair.value])),
});

/** Those of a contact list or with a tag, one after the other; both null: nobody. */
export function useRecipients(contactListId: number | null, tagListId: number | null) {
  const [position, setPosition] = useState(0);
  const from = position - (position % PAGE);
  const path = contactListId ? '/contact-list-items' : '/contacts';
  const filter = contactListId ? { contactListId } : { tagIds: [tagListId] };
  const { data: page = nobody } = useQuery({
    queryKey: [path, 'recipients', filter, from],
    queryFn: async ({ signal }) => {
      const range = [from, from + PAGE - 1];
      const query = {
        filter: JSON.stringify(filter),
        range: JSON.stringify(range),
        sort: JSON.stringify(['id', 'ASC']),
      };
      return (await get<Row[]>(path, query, signal)).map(toRecipient);
    },
    enabled: contactListId !== null || tagListId !== null,
    staleTime: MINUTE_MS,
  });
  const at = position - from;
  const isLast = at >= page.length - 1 && page.length < PAGE;
  return {
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
