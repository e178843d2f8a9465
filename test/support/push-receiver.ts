import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, '../fixtures/push', name), 'utf8');

export interface ReceivedPush {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A push service over TLS: records what it is given and answers as told. */
export class PushService {
  readonly received: ReceivedPush[] = [];
  status = 201;
  private readonly server = createServer(
    { cert: fixture('certificate.pem'), key: fixture('key.pem') },
    (request, response) =>
      void buffer(request).then((body) => {
        this.received.push({ path: request.url ?? '', headers: request.headers, body });
        response.writeHead(this.status).end();
      }),
  );

  /** Trusts its certificate in this process. */
  async start(): Promise<this> {
    setDefaultCACertificates([...getCACertificates('default'), fixture('certificate.pem')]);
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get origin(): string {
    return `https://${this.host}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A browser's side of RFC 8291 and RFC 8292. */
export class PushBrowser {
  private readonly keys: ECDH = createECDH('prime256v1');
  private readonly secret = randomBytes(16);
  readonly path = `/push/${randomBytes(12).toString('base64url')}`;

  constructor(private readonly service: PushService) {
    this.keys.generateKeys();
  }

  /** As `PushSubscription.toJSON()`. */
  get subscription(): object {
    return {
      endpoint: `${this.service.origin}${this.path}`,
      expirationTime: null,
      keys: { p256dh: this.keys.getPublicKey('base64url'), auth: this.secret.toString('base64url') },
    };
  }

  /** What was sent to this browser, decrypted; each is signed by the server's key. */
  notices(publicKey: string): Record<string, unknown>[] {
    return this.service.received
      .filter(({ path }) => path === this.path)
      .map((push) => {
        assertSigned(push, publicKey, this.service.origin);
        return JSON.parse(this.decrypt(push).toString('utf8')) as Record<string, unknown>;
      });
  }

  /** One record of aes128gcm (RFC 8188) with the keys of RFC 8291 §3.4. */
  private decrypt({ body }: ReceivedPush): Buffer {
    const salt = body.subarray(0, 16);
    const idLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + idLength);
    const sealed = body.subarray(21 + idLength);
    const shared = this.keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), sender]);
    const input = Buffer.from(hkdfSync('sha256', shared, this.secret, info, 32));
    const derive = (label: string, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // padding: the delimiter of the last record, then zeros
    return plain.subarray(0, plain.lastIndexOf(2));
  }
}

/** @throws unless the request carries a JWT of this key for this push service */
function assertSigned({ headers }: ReceivedPush, publicKey: string, origin: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers['authorization'])) ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number };
  if (!signed || key !== publicKey || aud !== origin || exp * 1000 < Date.now())
    throw new Error(`Not signed by ${publicKey} for ${origin}: ${String(headers['authorization'])}`);
}
