import { Injectable } from '@nestjs/common';
import { Storage } from '../../../../core/storage/storage.js';
import type { OutboundMedia, OutboundMessage } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { TemplatesService } from '../../../channels/templates/crud/templates.service.js';
import type { TemplateParamsInput } from '../../../channels/templates/templates.dto.js';
import type { Recipient } from '../../../contacts/contact-lists/queries/contact-lists.queries.js';
import { FilesService } from '../../../conversations/files/crud/files.service.js';
import type { SentMessage } from '../../../conversations/messages/history/message-writer.queries.js';
import { mediaKindOf } from '../../../conversations/messages/outbound/message-composer.service.js';
import { fillBoth, TextVariablesService } from '../../../conversations/messages/outbound/text-variables.service.js';
import type { Campaign } from '../campaign.entity.js';
import type { CampaignVariable } from '../campaign-settings.entity.js';
import {
  chooseConnection,
  chooseRecipients,
  chooseTemplate,
  noFileListHere,
  onlyReplies,
  templateNotTaken,
  writeConfirmation,
  writeMessage,
} from '../campaigns.errors.js';
import type { AnsweredShipment } from '../replies/campaign-replies.queries.js';
import type { CampaignSettingsRecord } from './campaign-settings.queries.js';
import { CampaignSettingsService } from './campaign-settings.service.js';
import { campaignMark, filledTexts, fillText, type NumberedText } from './campaign-text.js';

export type Addressee = Pick<Recipient, 'name' | 'email' | 'number' | 'variables'>;

/** The first message to a recipient. */
export interface ComposedMessage {
  /** Number of the message, from 1 to 5. */
  readonly message: number;
  /** The text as the customer reads it. */
  readonly body: string;
  readonly content: Pick<OutboundMessage, 'type' | 'body' | 'media' | 'template'>;
}

type FileContent = Pick<OutboundMessage, 'type' | 'body' | 'media'>;

/** A file of the file list, or the list's text, as a message. */
export type SentFile = Pick<SentMessage, 'id' | 'mediaType' | 'body' | 'file' | 'status'>;

/** A campaign that can be sent, with all data for its messages. */
export interface PreparedCampaign {
  readonly connection: Connection;
  readonly settings: CampaignSettingsRecord;
  /** The category that determines the price; null if the provider has none. */
  readonly category: string | null;
  /** All texts whose variables are filled for a recipient. */
  readonly texts: readonly string[];
  /** Number of messages that are sent in turn. */
  readonly turns: number;
  /** Number of messages before the text: the text of the file list and its files. */
  readonly fileCount: number;
  /** The result has `fileCount` entries; null: a text that is empty with the recipient's values. */
  readonly composeFiles: (addressee: Addressee) => readonly (FileContent | null)[];
  /** The message of a turn, from 0. @throws 400 when a value is not valid for the template */
  readonly compose: (addressee: Addressee, turn: number) => ComposedMessage;
}

/** Converts campaigns to messages of their channels. */
@Injectable()
export class CampaignContentService {
  constructor(
    private readonly storage: Storage,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly templates: TemplatesService,
    private readonly fileLists: FilesService,
    private readonly settings: CampaignSettingsService,
    private readonly variables: TextVariablesService,
  ) {}

  /** @throws 400 naming missing fields, 404, 422 for content that the channel does not accept */
  async prepare(campaign: Campaign): Promise<PreparedCampaign> {
    const connection = await this.assertComplete(campaign);
    const settings = await this.settings.get();
    const media = this.mediaOf(campaign);
    const kind = campaign.confirmation ? 'confirmationMessage' : 'message';
    const followUps = campaign.confirmation ? filledTexts(campaign, 'message').map(({ text }) => text) : [];
    if (campaign.template) {
      const types = media ? [media.mime] : [];
      const { category, fill } = await this.templates.load(connection.id, campaign.template, { fileTypes: types });
      const { params = {} } = campaign.template;
      const compose = (addressee: Addressee): ComposedMessage => {
        const { body, outbound } = fill(fillParams(params, addressee, settings.variables));
        return { message: 1, body, content: { type: 'template', body, media, template: outbound } };
      };
      const given = [params.header, params.body, params.buttons].flatMap((values) => Object.values(values ?? {}));
      const texts = [...given, ...followUps];
      return { connection, settings, category, texts, turns: 1, fileCount: 0, composeFiles: () => [], compose };
    }
    const texts = filledTexts(campaign, kind);
    const { files, composeFiles } = await this.filesOf(campaign, settings.variables);
    for (const { media } of files)
      if (media) this.channels.assertCan(connection.channel, { media: mediaKindOf(media.mime) });
    const compose = (addressee: Addressee, turn: number): ComposedMessage => {
      const { message, text } = inTurn(texts, turn);
      const body = campaignMark + fillText(text, addressee, settings.variables);
      return {
        message,
        body,
        content: { type: media ? mediaKindOf(media.mime) : 'chat', body, media, template: null },
      };
    };
    const ofFiles = files.map(({ body }) => fillBoth(body, { double: () => '', single: (part) => part }));
    const filled = [...texts.map(({ text }) => text), ...followUps, ...ofFiles];
    const turns = texts.length;
    return {
      ...{ connection, settings, category: null, texts: filled, turns, compose },
      ...{ fileCount: files.length, composeFiles },
    };
  }

  /** The message after a confirmation; null when there is none, or it has no text with the recipient's values. */
  async afterConfirmation(campaign: Campaign, addressee: Addressee, turn: number): Promise<string | null> {
    const texts = filledTexts(campaign, 'message');
    if (texts.length === 0) return null;
    const { variables } = await this.settings.get();
    const body = fillText(inTurn(texts, turn).text, addressee, variables);
    return body.trim() === '' ? null : campaignMark + body;
  }

  /** The messages that were sent before the text of a shipment, unless the file list has changed since. */
  async sentFiles(
    campaign: Campaign,
    { fileIds, sentAt, channel, ...addressee }: Addressee & Pick<AnsweredShipment, 'fileIds' | 'sentAt' | 'channel'>,
  ): Promise<readonly SentFile[]> {
    const { fileListId } = campaign;
    if (!fileListId || !fileIds || !(await this.fileLists.isUnchangedSince(fileListId, new Date(sentAt)))) return [];
    const { deliversOnSend } = this.channels.get(channel);
    const { variables } = await this.settings.get();
    const { files, composeFiles } = await this.filesOf(campaign, variables);
    if (files.length !== fileIds.length) return [];
    return composeFiles(addressee).flatMap((content, index) => {
      if (!content) return [];
      const { type, body, media } = content;
      const status = deliversOnSend ? ('delivered' as const) : ('sent' as const);
      const caption = media && body === campaignMark ? '' : body;
      return { id: fileIds[index] ?? 0, mediaType: type, body: caption, file: media, status };
    });
  }

  private async assertComplete(campaign: Campaign): Promise<Connection> {
    const { whatsappId, contactListId, tagListId, followsId, template, confirmation, fileListId, mediaMime } = campaign;
    if (!whatsappId) throw chooseConnection();
    if (!contactListId && !tagListId && !followsId) throw chooseRecipients();
    const connection = await this.connections.findOrDefault(whatsappId);
    const { windowMs, capabilities } = this.channels.get(connection.channel);
    if (windowMs !== undefined && !capabilities.templates) throw onlyReplies();
    if (windowMs !== undefined && !template) throw chooseTemplate();
    if (template && !capabilities.templates) throw templateNotTaken();
    if (template && fileListId) throw noFileListHere();
    if ((!template || confirmation) && filledTexts(campaign, 'message').length === 0) throw writeMessage();
    if (!template && confirmation && filledTexts(campaign, 'confirmationMessage').length === 0)
      throw writeConfirmation();
    if (mediaMime) this.channels.assertCan(connection.channel, { media: mediaKindOf(mediaMime) });
    return connection;
  }

  private mediaOf({ mediaKey, mediaMime, mediaName, mediaSize }: Campaign): OutboundMedia | null {
    return mediaKey ? this.media({ key: mediaKey, mime: mediaMime, name: mediaName, size: mediaSize }) : null;
  }

  private media(file: { key: string; mime: string | null; name: string | null; size: number | null }): OutboundMedia {
    const { key, mime, name, size } = file;
    return {
      key,
      mime: mime ?? 'application/octet-stream',
      name: name ?? key,
      size: size ?? 0,
      open: async () => (await this.storage.open(key)).stream,
    };
  }

  /** The file list as stored, and as filled for a recipient. */
  private async filesOf(
    { fileListId }: Campaign,
    custom: readonly CampaignVariable[],
  ): Promise<{ files: readonly FileContent[] } & Pick<PreparedCampaign, 'composeFiles'>> {
    if (!fileListId) return { files: [], composeFiles: () => [] };
    const [fill, messages] = [await this.variables.withoutTicket(), await this.fileLists.messagesOf(fileListId)];
    const files = messages.flatMap(({ body, file }): FileContent[] => {
      if (!file) return body.trim() === '' ? [] : [{ type: 'chat', body, media: null }];
      return [{ type: mediaKindOf(file.mime), body, media: this.media(file) }];
    });
    const composeFiles = (addressee: Addressee) =>
      files.map((file) => {
        const body = fillBoth(file.body, {
          double: (part) => fill(part, addressee.name),
          single: (part) => fillText(part, addressee, custom),
        });
        return file.media || body.trim() !== '' ? { ...file, body: campaignMark + body } : null;
      });
    return { files, composeFiles };
  }
}

function inTurn(texts: readonly NumberedText[], turn: number): NumberedText {
  const text = texts[turn % texts.length];
  if (!text) throw writeMessage();
  return text;
}

/** Fills the values of a template; each value becomes one line. */
function fillParams(
  params: TemplateParamsInput,
  addressee: Addressee,
  variables: readonly CampaignVariable[],
): TemplateParamsInput {
  const filled = (values: Record<string, string> | undefined): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([name, text]) => [
        name,
        fillText(text, addressee, variables).replace(/\s+/g, ' '),
      ]),
    );
  return { header: filled(params.header), body: filled(params.body), buttons: filled(params.buttons) };
}
