/** Status, title, details and, where there is one, the subcode. */
type Documented = readonly [status: number, title: string, details: string, subcode?: number];

const documented: Readonly<Record<number, Documented>> = {
  1: [400, 'API Unknown', 'Invalid request or possible server error.'],
  2: [503, 'API Service', 'Temporary due to downtime or due to being overloaded.'],
  4: [400, 'API Too Many Calls', 'The app has reached its API call rate limit.'],
  10: [403, 'Permission Denied', 'Permission is either not granted or has been removed.'],
  33: [400, 'Parameter value is not valid', 'The business phone number has been deleted.'],
  100: [400, 'Invalid parameter', 'The request included one or more unsupported or misspelled parameters.'],
  190: [401, 'Error validating access token: Session has expired.', 'Your access token has expired.', 463],
  368: [
    403,
    'Temporarily blocked for policies violations',
    'The account has been restricted or disabled for violating a platform policy.',
  ],
  80007: [400, 'Rate limit issues', 'The WhatsApp Business Account has reached its rate limit.'],
  130429: [400, 'Rate limit hit', 'Cloud API message throughput has been reached.'],
  131000: [500, 'Something went wrong', 'Message failed to send due to an unknown error.'],
  131005: [403, 'Access denied', 'Permission is either not granted or has been removed.'],
  131008: [400, 'Required parameter is missing', 'The request is missing a required parameter.'],
  131009: [400, 'Parameter value is not valid', 'One or more parameter values are invalid.'],
  131016: [500, 'Service unavailable', 'A service is temporarily unavailable.'],
  131026: [400, 'Message undeliverable', 'Message Undeliverable.'],
  131030: [
    400,
    'Recipient phone number not in allowed list',
    'Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again.',
  ],
  131031: [403, 'Business Account locked', 'Business Account has been locked.'],
  131047: [
    400,
    'Re-engagement message',
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  ],
  131048: [
    400,
    'Spam rate limit hit',
    'Message failed to send because there are restrictions on how many messages can be sent from this phone number.',
  ],
  131049: [
    400,
    'Meta chose not to deliver',
    'This message was not delivered to maintain healthy ecosystem engagement.',
  ],
  131051: [400, 'Message type unknown', 'Message type is currently not supported.'],
  131052: [400, 'Media download error', 'Unable to download the media sent by the user.'],
  131053: [400, 'Media upload error', 'Unable to upload the media used in the message.'],
  131056: [
    400,
    '(Business Account, Consumer Account) pair rate limit hit',
    'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
  ],
  132000: [
    400,
    'Number of parameters does not match the expected number of params',
    'The number of parameters does not match the template.',
  ],
  132015: [400, 'Template is Paused', 'Template is paused due to low quality.'],
  132016: [400, 'Template is Disabled', 'Template was paused too many times.'],
  132018: [400, 'Template parameter issue', 'Parameters cannot have new lines or tabs.'],
  132001: [404, 'Template does not exist', 'template name does not exist in the translation'],
  132012: [400, 'Template Param Format Mismatch', 'Parameter format does not match format in the created template'],
  133005: [400, 'Two step verification PIN Mismatch', 'Two-step verification PIN incorrect.'],
  133010: [400, 'The account does not exist in our servers', 'Account not registered'],
};

/** An error in the format of the Graph API. */
export interface GraphErrorAnswer {
  status: number;
  code: number;
  body: { error: Record<string, unknown> };
}

function find(code: number): Documented {
  return documented[code] ?? [400, `Error ${code}`, `Simulated error ${code}`];
}

/** The response to a request that is refused with a code. */
export function errorAnswer(code: number, details?: string, subcode?: number): GraphErrorAnswer {
  const [status, title, documentedDetails, documentedSubcode] = find(code);
  const shownSubcode = subcode ?? documentedSubcode;
  const error = {
    message: `(#${code}) ${title}`,
    type: subcode === 33 ? 'GraphMethodException' : 'OAuthException',
    code,
    ...(shownSubcode === undefined ? {} : { error_subcode: shownSubcode }),
    error_data: { messaging_product: 'whatsapp', details: details ?? documentedDetails },
    fbtrace_id: 'Asimulated0trace',
  };
  return { status, code, body: { error } };
}

/** A member of the `errors` of a failed status. */
export function statusError(code: number): Record<string, unknown> {
  const [, title, details] = find(code);
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}
