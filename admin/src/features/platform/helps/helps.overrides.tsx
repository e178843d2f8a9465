import type { ResourceOverrides } from '../../../schema/overrides';
import { HelpEditor } from './help-editor';

export const overrides: ResourceOverrides = {
  resource: 'helps',
  list: HelpEditor,
};
