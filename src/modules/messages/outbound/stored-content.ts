import type { OutboundInteractive, OutboundTemplate } from '../../connections/channels/channel.js';

/** What `data` holds of a message that goes out, by its kind. */
export interface StoredContent {
  readonly voice?: boolean;
  /** The recording as the channel takes it; people hear the original. */
  readonly channelMedia?: { readonly key: string; readonly mime: string; readonly size: number };
  readonly template?: OutboundTemplate;
  readonly interactive?: OutboundInteractive;
}
