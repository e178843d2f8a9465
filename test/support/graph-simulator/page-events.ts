/** What a customer does, as an event of the Messenger Platform has it beside sender, recipient and time. */
export type PageEvent = Readonly<Record<string, unknown>>;

interface PageMessage {
  readonly text?: string;
  readonly attachments?: readonly object[];
  readonly quick_reply?: { readonly payload: string };
  readonly reply_to?: { readonly mid: string } | { readonly story: { readonly id: string; readonly url: string } };
  readonly referral?: object;
  readonly is_unsupported?: true;
}

const message = (mid: string, content: PageMessage): PageEvent => ({ message: { mid, ...content } });
const file = (type: string) => (mid: string, url: string) =>
  message(mid, { attachments: [{ type, payload: { url } }] });

/** Events in the shapes that Meta documents. */
export const pageSends = {
  text: (mid: string, text: string, more: PageMessage = {}) => message(mid, { text, ...more }),
  image: file('image'),
  audio: file('audio'),
  video: file('video'),
  file: file('file'),
  reel: (mid: string, url: string, title: string) =>
    message(mid, { attachments: [{ type: 'ig_reel', payload: { reel_video_id: '17995', title, url } }] }),
  share: file('share'),
  storyMention: file('story_mention'),
  storyReply: (mid: string, text: string, url: string) =>
    message(mid, { text, reply_to: { story: { id: '17858893269000001', url } } }),
  pictures: (mid: string, ...urls: string[]) =>
    message(mid, { attachments: urls.map((url) => ({ type: 'image', payload: { url } })) }),
  sticker: (mid: string, url: string) =>
    message(mid, { attachments: [{ type: 'image', payload: { url, sticker_id: 369239263222822 } }] }),
  location: (mid: string, lat: number, long: number) =>
    message(mid, {
      attachments: [{ type: 'location', title: 'Loja Centro', payload: { coordinates: { lat, long } } }],
    }),
  link: (mid: string, title: string, url: string) =>
    message(mid, { attachments: [{ type: 'fallback', title, url, payload: null }] }),
  quickReply: (mid: string, text: string, payload: string) => message(mid, { text, quick_reply: { payload } }),
  unsupported: (mid: string) => message(mid, { is_unsupported: true }),
  deleted: (mid: string): PageEvent => ({ message: { mid, is_deleted: true } }),
  edited: (mid: string, text: string): PageEvent => ({ message_edit: { mid, text, num_edit: 1 } }),
  postback: (mid: string, title: string, payload: string): PageEvent => ({ postback: { mid, title, payload } }),
  reaction: (mid: string, emoji: string): PageEvent => ({
    reaction: { reaction: 'other', emoji, action: 'react', mid },
  }),
  reactionRemoved: (mid: string): PageEvent => ({ reaction: { action: 'unreact', mid } }),
  /** Messenger names a time, Instagram a message. */
  readUntil: (watermark: number): PageEvent => ({ read: { watermark } }),
  seen: (mid: string): PageEvent => ({ read: { mid } }),
  delivered: (watermark: number, ...mids: string[]): PageEvent => ({
    delivery: { ...(mids.length > 0 ? { mids } : {}), watermark },
  }),
  passedThread: (app: string): PageEvent => ({
    pass_thread_control: { previous_owner_app_id: null, new_owner_app_id: app, metadata: 'inbox' },
  }),
};

export interface PageExchange {
  readonly sender: string;
  readonly recipient: string;
  readonly timestamp: number;
}

/** An event with who sent it. */
export const exchanged = ({ sender, recipient, timestamp }: PageExchange, event: PageEvent): object => ({
  sender: { id: sender },
  recipient: { id: recipient },
  timestamp,
  ...event,
});

/** A webhook of one account. */
export const pageWebhook = (
  object: 'page' | 'instagram',
  accountId: string,
  events: readonly object[],
  list: 'messaging' | 'standby' = 'messaging',
): object => ({ object, entry: [{ id: accountId, time: Date.now(), [list]: events }] });
