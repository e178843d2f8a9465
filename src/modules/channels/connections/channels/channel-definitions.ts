import { importDeclarations } from '../../../../declarations.js';
import { type ChannelDefinition, definedChannels } from './channel-driver.js';

// The files `*.channel.ts` contain the classes with @ChannelDriver. The order in which importers of this file are
// evaluated is not certain, so a registry that depends on the order of imports is filled in leaf files.
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
