import { useWatch } from 'react-hook-form';
import type { Connection } from '../../../../conversation/data/api';
import { useQueuesAndConnections } from '../../../../conversation/data/company-queries';
import { useFileLists } from '../../../../conversation/data/use-file-lists';
import { fillVariables } from '../../../../conversation/model/quick-message';
import { mediaField } from '../../../../conversation/ui/forms/media-input';
import { isObject } from '../../../../schema/registry';
import { filledNumbers } from '../campaign-text';
import type { Campaign, CampaignTemplate } from '../types';
import { useFilling, useRecipients } from '../use-audience';
import type { WrittenText } from './message-step';
import type { PhoneContent, PreviewFile } from './phone-preview';
import { confirmationNames, messageNames } from './steps';
import { useTemplates } from './template-fields';

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether conversations of that connection begin by a template only. */
export const isTemplated = (connections: readonly Connection[], connectionId: unknown): boolean =>
  connections.find(({ id }) => id === connectionId)?.capabilities.templates ?? false;

function mediaOf(chosen: unknown, record: Campaign | null): PreviewFile | null {
  if (chosen instanceof File) return { name: chosen.name, mime: chosen.type, size: chosen.size, source: chosen };
  if (chosen === null || !record?.mediaPath) return null;
  const { mediaName, mediaMime, mediaSize, mediaPath } = record;
  return { name: mediaName ?? '', mime: mediaMime, size: mediaSize, source: mediaPath };
}

const fillAll = (texts: Record<string, string> = {}, fill: (text: string) => string) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));

/** What the form holds at present, as a recipient would get it. */
export function useContent(record: Campaign | null, written: WrittenText) {
  const values: Record<string, unknown> = useWatch();
  const { connections } = useQueuesAndConnections();
  const connectionId = idOf(values['whatsappId']);
  const templated = isTemplated(connections, connectionId);
  const templates = useTemplates(templated ? connectionId : null);
  const { counts, ...audience } = useRecipients({
    contactListId: idOf(values['contactListId']),
    tagListId: idOf(values['tagListId']),
    tagScope: textOf(values['tagScope']) || 'contacts',
    followsId: idOf(values['followsId']),
  });
  const { fill, variables } = useFilling(audience);
  const fileListId = templated ? null : idOf(values['fileListId']);
  const lists = useFileLists(fileListId !== null);
  const list = lists.data?.find(({ id }) => id === fileListId);
  const { recipient } = audience;
  /** Texts of file lists may hold the variables of conversations, too. */
  const fillOfList = (text: string) => (recipient ? fill(fillVariables(text, { contact: recipient, code: '' })) : text);
  // an empty group of inputs is a list
  const template = isObject(values['template']) ? (values['template'] as unknown as CampaignTemplate) : null;
  const chosen = templates.find(({ name, language }) => name === template?.name && language === template.language);
  const textsOf = (names: readonly string[]) => names.map((name) => textOf(values[name]));
  /** The one that is being written, else the first. */
  const shown = (of: WrittenText['of'], texts: readonly string[]) => {
    const number = written.of === of ? written.number : (filledNumbers(texts)[0] ?? 1);
    return fill(texts[number - 1] ?? '');
  };
  const message = shown('message', textsOf(messageNames));
  const asks = values['confirmation'] === true;
  const content: PhoneContent = {
    intro: fillOfList(list?.message ?? ''),
    files: (list?.options ?? []).flatMap(({ name, mediaName, mediaType: mime, mediaSize: size, path: source }) =>
      mediaName ? [{ name: mediaName, caption: name === mediaName ? '' : fillOfList(name), mime, size, source }] : [],
    ),
    media: mediaOf(values[mediaField], record),
    text: asks ? shown('confirmationMessage', textsOf(confirmationNames)) : message,
    template:
      templated && chosen && template
        ? {
            template: chosen,
            params: {
              header: fillAll(template.params?.header, fill),
              body: fillAll(template.params?.body, fill),
              buttons: fillAll(template.params?.buttons, fill),
              cards: [],
            },
          }
        : null,
    followUp: asks ? message : null,
  };
  return {
    content: templated && !content.template ? { ...content, text: '' } : content,
    audience,
    counts,
    minInterval: connections.find(({ id }) => id === connectionId)?.capabilities.minCampaignInterval,
    /** For the step that writes it. */
    message: {
      ...{ variables, templated, connectionId, templates, chosen, template },
      listedFiles: list ? content.files.length : null,
    },
  };
}
