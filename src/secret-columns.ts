import './modules/auth/reset-codes.secrets.js';
import './modules/connections/connections.secrets.js';
import './modules/settings/settings.secrets.js';

/** Everything that the installation's key opens; whoever imports it from here has every module's. */
export { declaredSecretColumns as secretColumns } from './core/crypto/secret-columns.js';
