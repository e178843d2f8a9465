import type { ResourceOverrides } from '../../../schema/overrides';
import { FilesInput } from './files-input';
import { uploadFiles } from './upload-files';

export const overrides: ResourceOverrides = {
  resource: 'files',
  inputs: { options: FilesInput },
  saved: uploadFiles,
};
