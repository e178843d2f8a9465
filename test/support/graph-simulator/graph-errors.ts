interface Documented {
  status: number;
  title: string;
  details: string;
  type?: string;
  subcode?: number;
}

const documented: Readonly<Record<number, Documented>> = {
  1: { status: 400, title: 'API Unknown', details: 'Invalid request or possible server error.' },
  2: { status: 503, title: 'API Service', details: 'Temporary due to downtime or due to being overloaded.' },
  4: { status: 400, title: 'API Too Many Calls', details: 'The app has reached its API call rate limit.' },
  10: { status: 403, title: 'Permission Denied', details: 'Permission is either not granted or has been removed.' },
  33: { status: 400, title: 'Parameter value is not valid', details: 'The business phone number has been deleted.' },
  100: {
    status: 400,
    title: 'Invalid parameter',
    details: 'The request included one or more unsupported or misspelled parameters.',
  },
  190: {
    status: 401,
    title: 'Error validating access token: Session has expired.',
    details: 'Your access token has expired.',
    subcode: 463,
  },
  368: {
    status: 403,
    title: 'Temporarily blocked for policies violations',
    details: 'The account has been restricted or disabled for violating a platform policy.',
  },
  80007: {
    status: 400,
    title: 'Rate limit issues',
    details: 'The WhatsApp Business Account has reached its rate limit.',
  },
  130429: { status: 400, title: 'Rate limit hit', details: 'Cloud API message throughput has been reached.' },
  131000: { status: 500, title: 'Something went wrong', details: 'Message failed to send due to an unknown error.' },
  131005: { status: 403, title: 'Access denied', details: 'Permission is either not granted or has been removed.' },
  131008: {
    status: 400,
    title: 'Required parameter is missing',
    details: 'The request is missing a required parameter.',
  },
  131009: { status: 400, title: 'Parameter value is not valid', details: 'One or more parameter values are invalid.' },
  131016: { status: 500, title: 'Service unavailable', details: 'A service is temporarily unavailable.' },
  131026: { status: 400, title: 'Message undeliverable', details: 'Message Undeliverable.' },
  131030: {
    status: 400,
    title: 'Recipient phone number not in allowed list',
    details: 'Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again.',
  },
  131031: { status: 403, title: 'Business Account locked', details: 'Business Account has been locked.' },
  131047: {
    status: 400,
    title: 'Re-engagement message',
    details:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  },
  131048: {
    status: 400,
    title: 'Spam rate limit hit',
    details:
      'Message failed to send because there are restrictions on how many messages can be sent from this phone number.',
  },
  131049: {
    status: 400,
    title: 'Meta chose not to deliver',
    details: 'This message was not delivered to maintain healthy ecosystem engagement.',
  },
  131051: { status: 400, title: 'Message type unknown', details: 'Message type is currently not supported.' },
  131052: { status: 400, title: 'Media download error', details: 'Unable to download the media sent by the user.' },
  131053: { status: 400, title: 'Media upload error', details: 'Unable to upload the media used in the message.' },
  131056: {
    status: 400,
    title: '(Business Account, Consumer Account) pair rate limit hit',
    details:
      'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
  },
  132000: {
    status: 400,
    title: 'Number of parameters does not match the expected number of params',
    details: 'The number of parameters does not match the template.',
  },
  132015: { status: 400, title: 'Template is Paused', details: 'Template is paused due to low quality.' },
  132016: { status: 400, title: 'Template is Disabled', details: 'Template was paused too many times.' },
  132018: { status: 400, title: 'Template parameter issue', details: 'Parameters cannot have new lines or tabs.' },
  132001: { status: 404, title: 'Template does not exist', details: 'template name does not exist in the translation' },
  132012: {
    status: 400,
    title: 'Template Param Format Mismatch',
    details: 'Parameter format does not match format in the created template',
  },
  133010: { status: 400, title: 'The account does not exist in our servers', details: 'Account not registered' },
};

/** A refusal as the Graph API words it. */
export interface GraphErrorAnswer {
  status: number;
  code: number;
  body: { error: Record<string, unknown> };
}

function find(code: number): Documented {
  return documented[code] ?? { status: 400, title: `Error ${code}`, details: `Simulated error ${code}` };
}

/** The answer to a request that is refused with a code. */
export function errorAnswer(code: number, details?: string, subcode?: number): GraphErrorAnswer {
  const { status, title, type, ...entry } = find(code);
  const shownSubcode = subcode ?? entry.subcode;
  const error = {
    message: `(#${code}) ${title}`,
    type: type ?? (subcode === 33 ? 'GraphMethodException' : 'OAuthException'),
    code,
    ...(shownSubcode === undefined ? {} : { error_subcode: shownSubcode }),
    error_data: { messaging_product: 'whatsapp', details: details ?? entry.details },
    fbtrace_id: 'Asimulated0trace',
  };
  return { status, code, body: { error } };
}

/** A member of the `errors` of a failed status. */
export function statusError(code: number): Record<string, unknown> {
  const { title, details } = find(code);
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}
