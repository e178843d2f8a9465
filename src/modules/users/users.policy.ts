import { definePermission } from '../../core/access/permissions.js';

export const editProfile = definePermission('user-modal:editProfile', 'admin');
export const editQueues = definePermission('user-modal:editQueues', 'admin');
