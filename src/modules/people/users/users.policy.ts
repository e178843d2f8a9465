import type { AppConfig } from '../../../core/config/config.js';
import { defineVariable, integers } from '../../../core/config/variable.js';

const loginLimits = defineVariable(
  'LOGIN_LIMITS',
  integers(['per e-mail and address', 'per e-mail', 'per address'], {
    description: 'Failed sign-ins in 15 minutes before a 429.',
    default: [5, 50, 100],
  }),
);

/** Failed sign-ins, or sign-ups, after which the answer is 429. */
export function loginLimitsOf(config: Pick<AppConfig, 'get'>) {
  const [emailAndAddress = 0, email = 0, address = 0] = config.get(loginLimits);
  return { emailAndAddress, email, address };
}
