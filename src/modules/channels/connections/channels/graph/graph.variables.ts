import { defineVariable, text, url } from '../../../../../core/config/variable.js';

export const graphApiUrl = defineVariable(
  'GRAPH_API_URL',
  url(['http', 'https'], {
    description: 'Graph API of Meta with its version, or a simulator of it; its host may be private.',
    whenAbsent: 'https://graph.facebook.com/v24.0',
    allowsOutbound: true,
  }),
);

export const metaAppSecret = defineVariable(
  'META_APP_SECRET',
  text({
    description: 'App secret that checks the signatures of webhooks of connections without one of their own.',
    whenAbsent: 'each connection needs its own',
    secret: true,
  }),
);
