import type { ResourceOverrides } from '../../schema/overrides';
import { FailedJobsList } from './failed-jobs-list';

export const overrides: ResourceOverrides = { list: FailedJobsList };
