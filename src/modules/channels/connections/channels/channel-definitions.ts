import { importDeclarations } from '../../../../declarations.js';
import { type ChannelDefinition, definedChannels } from './channel-driver.js';

// `*.channel.ts` holds the class with @ChannelDriver. Whether modules that import this file are evaluated after those that do
// not is not certain: a registry that keeps the order of imports is filled in leaf files.
await importDeclarations('channel');

/** Every channel in the order of the connection form. The files of a channel must not import this file. */
export const channelDefinitions: readonly ChannelDefinition[] = [...definedChannels.values()].sort(
  (a, b) => a.order - b.order,
);

/** @throws when a stored connection names a channel that this version does not have. */
export function channelDefinition(name: string): ChannelDefinition {
  const definition = definedChannels.get(name);
  if (!definition) throw new Error(`No channel ${name}`);
  return definition;
}
