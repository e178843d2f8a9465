import './modules/auth/reset-codes.secrets.js';
import './modules/connections/connections.sealed.js';
import './modules/settings/settings.secrets.js';

/** Everything that the installation's key opens; whoever imports it from here has every module's. */
export { declaredPlaces as sealedPlaces } from './core/crypto/sealed-places.js';
