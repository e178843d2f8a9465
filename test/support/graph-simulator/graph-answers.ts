export interface GraphRequest {
  method: string;
  url: URL;
  token: string | null;
  contentType: string;
  body: Buffer;
}

/** Outcome of a request: a response, a cut connection, or none. */
export type GraphAnswer =
  | { kind: 'json'; status: number; body: unknown; code?: number }
  | { kind: 'bytes'; bytes: Buffer; mime: string }
  | { kind: 'drop' }
  | { kind: 'hang' };
