import { definePermission } from '../../core/access/permissions.js';

definePermission('user-modal:editProfile', 'admin');
definePermission('user-modal:editQueues', 'admin');
