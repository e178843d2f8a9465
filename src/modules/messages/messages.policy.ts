import type { Channel, ChannelCapabilities, MediaKind } from '../connections/channels/channel.js';
import { connectionErrors } from '../connections/connections.errors.js';

/** @throws 422 ERR_CHANNEL_CANNOT */
export function assertCapability(
  { capabilities }: Channel,
  capability: Exclude<keyof ChannelCapabilities, 'media'> | { readonly media: MediaKind },
): void {
  const capable =
    typeof capability === 'object' ? capabilities.media.includes(capability.media) : capabilities[capability];
  if (!capable) throw connectionErrors.ERR_CHANNEL_CANNOT();
}
