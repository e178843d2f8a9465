import { type FormAnswer, formAnswers, formWords } from '../form-words.js';
import { asNumber, asObject, asObjects, asText, type Json } from '../graph/json-readers.js';
import { moneyWords } from '../order-words.js';

/** WhatsApp reports amounts in thousandths. */
const thousandths = (amount: unknown, currency: unknown): string | undefined => {
  const value = asNumber(amount);
  return value === null ? undefined : moneyWords(value / 1000, asText(currency));
};

const linesOf = (...lines: readonly (string | null | undefined)[]): string =>
  lines.filter((line) => line !== null && line !== undefined && line !== '').join('\n');
const titled = (word: string, title: string | null): string => (title === null ? word : `${word}: ${title}`);

/** Times are in the zone of most of Brazil, because the companies' time zones are not known here. */
const timeFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});
const timeWords = (seconds: unknown): string | null => {
  const value = asNumber(String(seconds ?? ''));
  return value !== null && value > 0 && value < 4_102_444_800 ? timeFormat.format(value * 1000) : null;
};

const answersOf = (part: Json): FormAnswer[] =>
  formAnswers(asObject(part['nativeFlowResponseMessage'])?.['paramsJson']);

/** The message to which such a message belongs. */
const targets: Readonly<Record<string, string>> = {
  pollUpdateMessage: 'pollCreationMessageKey',
  encEventResponseMessage: 'eventCreationMessageKey',
  pinInChatMessage: 'key',
};

/** Texts for kinds of messages without a text of their own, by the library's names. */
const readers: Readonly<Record<string, (part: Json) => string>> = {
  orderMessage: (part) => {
    const count = asNumber(part['itemCount']);
    const money = thousandths(part['totalAmount1000'], asText(part['totalCurrencyCode']) ?? 'BRL');
    return linesOf(
      titled('Pedido', asText(part['orderTitle'])),
      count === null ? null : `${count} ${count === 1 ? 'item' : 'itens'}`,
      money && `Total: ${money}`,
      asText(part['message']),
    );
  },
  productMessage: (part) => {
    const product = asObject(part['product']);
    return linesOf(
      titled('Produto', asText(product?.['title'])),
      thousandths(product?.['priceAmount1000'], product?.['currencyCode']),
      asText(product?.['description']),
      asText(product?.['url']),
      asText(part['body']),
    );
  },
  groupInviteMessage: (part) =>
    linesOf(titled('Convite para grupo', asText(part['groupName'])), asText(part['caption'])),
  newsletterAdminInviteMessage: (part) =>
    linesOf(titled('Convite para canal', asText(part['newsletterName'])), asText(part['caption'])),
  eventMessage: (part) =>
    linesOf(
      titled(part['isCanceled'] === true ? 'Evento cancelado' : 'Evento', asText(part['name'])),
      timeWords(part['startTime']),
      asText(asObject(part['location'])?.['name']),
      asText(part['description']),
      asText(part['joinLink']),
    ),
  scheduledCallCreationMessage: (part) => titled('Ligação agendada', asText(part['title'])),
  // the protocol has this spelling
  callLogMesssage: (part) => (part['isVideo'] === true ? 'Ligação de vídeo' : 'Ligação de voz'),
  interactiveResponseMessage: (part) => {
    return formWords(answersOf(part), asText(asObject(part['body'])?.['text']) ?? 'Formulário respondido');
  },
  // the choice is encrypted, and only phones show it
  pollUpdateMessage: () => 'Votou na enquete (a opção aparece só no celular)',
  encEventResponseMessage: () => 'Respondeu ao convite do evento (a resposta aparece só no celular)',
  pinInChatMessage: (part) => (part['type'] === 2 ? 'Desafixou uma mensagem' : 'Fixou uma mensagem'),
  // messages with buttons or lists from other companies
  buttonsMessage: (part) => linesOf(asText(part['contentText']), asText(part['footerText'])),
  listMessage: (part) => linesOf(asText(part['title']), asText(part['description'])),
  interactiveMessage: (part) => linesOf(asText(asObject(part['body'])?.['text'])),
  templateMessage: (part) =>
    linesOf(
      asText(
        (asObject(part['hydratedTemplate']) ?? asObject(part['hydratedFourRowTemplate']))?.['hydratedContentText'],
      ),
    ),
  requestPaymentMessage: (part) =>
    linesOf(
      titled('Cobrança', thousandths(part['amount1000'], part['currencyCodeIso4217']) ?? null),
      asText(asObject(asObject(part['noteMessage'])?.['extendedTextMessage'])?.['text']),
    ),
  pollResultSnapshotMessage: (part) =>
    linesOf(
      titled('Resultado da enquete', asText(part['name'])),
      ...asObjects(part['pollVotes']).map((vote) => {
        const count = asNumber(String(vote?.['optionVoteCount'] ?? ''));
        return vote && `- ${asText(vote['optionName']) ?? ''}: ${count ?? 0}`;
      }),
    ),
};

export interface Described {
  readonly kind: string;
  readonly words: string;
  readonly target: string | null;
  readonly form: readonly FormAnswer[] | null;
}

/** The text and the kind of such a message; undefined for other kinds, and when the text is empty. */
export function describedOf(content: object): Described | undefined {
  for (const [kind, value] of Object.entries(content)) {
    const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
    const part = asObject(value);
    const words = read && part ? read(part) : '';
    if (!part || words.trim() === '') continue;
    const target = asText(asObject(part[targets[kind] ?? ''])?.['id']);
    return { kind, words, target, form: kind === 'interactiveResponseMessage' ? answersOf(part) : null };
  }
  return undefined;
}
