import './modules/auth/reset-codes.sealed.js';
import './modules/connections/connections.sealed.js';
import './modules/settings/settings.sealed.js';

/** Everything that the installation's key opens; whoever imports it from here has every module's. */
export { declaredPlaces as sealedPlaces } from './core/crypto/sealed-places.js';
