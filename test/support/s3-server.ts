import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import type { Bucket } from '../../src/core/config/config.js';
import { freePort } from './free-port.js';
import { TcpProxy } from './tcp-proxy.js';
import { until } from './until.js';

/** Whether this machine has OpenStack Swift, which speaks S3; tests that need it say so and are skipped otherwise. */
export const hasS3Server = ['swift-proxy-server', 'swift-object-server'].every(
  (program) => spawnSync('which', [program]).status === 0,
);

const stores = ['account', 'container', 'object'] as const;
const filters = ['catch_errors', 'cache', 'bulk', 's3api', 'tempauth', 'slo', 'dlo'];
const name = 'atende-media';
const keys = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

/** A Swift of its own with one bucket. It checks signatures, and can be away. */
export class S3Server {
  private constructor(
    private readonly dir: string,
    private readonly processes: readonly ChildProcess[],
    private readonly proxy: TcpProxy,
    readonly bucket: Bucket,
  ) {}

  static async start(): Promise<S3Server> {
    const dir = await mkdtemp(join(tmpdir(), 'atende-s3-'));
    await mkdir(join(dir, 'devices', 'disk'), { recursive: true });
    await writeFile(
      join(dir, 'swift.conf'),
      '[swift-hash]\nswift_hash_path_suffix = s\n[storage-policy:0]\nname = one\ndefault = yes\n',
    );
    const ports: number[] = [];
    for (const store of stores) ports.push(await configureStore(dir, store));
    // the Python of Debian, which Swift is installed for
    const made = spawnSync('/usr/bin/python3', ['-c', rings, dir, ...ports.map(String)], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stderr);
    const port = await freePort();
    const sections = filters.map(
      (filter) => `[filter:${filter}]\nuse = egg:swift#${filter === 'cache' ? 'memcache' : filter}\n`,
    );
    await writeFile(
      join(dir, 'proxy.conf'),
      `${general(dir, port)}[pipeline:main]\npipeline = ${filters.join(' ')} proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nallow_account_management = true\n${sections.join('')}`
        .replace('#tempauth\n', '#tempauth\nuser_test_tester = testing .admin\n')
        .replace('#s3api\n', '#s3api\nlocation = us-east-1\n')
        // Swift wants one to be named, and works without
        .replace('#memcache\n', '#memcache\nmemcache_servers = 127.0.0.1:1\n'),
    );
    const processes = [...stores, 'proxy'].map((each) => run(dir, each));
    const direct = { name, prefix: 'media/', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', ...keys };
    const isUp = (at: number) =>
      fetch(`http://127.0.0.1:${at}/`).then(
        () => true,
        () => false,
      );
    const start = async (): Promise<void> => {
      for (const at of [...ports, port]) await until('Swift listens', () => isUp(at));
      await clientOf(direct).send(new CreateBucketCommand({ Bucket: name }));
    };
    await start().catch(async (error: unknown) => {
      for (const each of processes) each.kill('SIGKILL');
      throw new Error(await readFile(join(dir, 'log'), 'utf8'), { cause: error });
    });
    const proxy = new TcpProxy(port);
    return new S3Server(dir, processes, proxy, { ...direct, endpoint: await proxy.listen() });
  }

  /** For an application that keeps its media here. */
  get environment(): Record<string, string> {
    return {
      STORAGE_URL: `s3://${name}/media?endpoint=${this.bucket.endpoint}`,
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    };
  }

  /** Keys of uploads that were begun and neither completed nor given up. */
  async unfinished(): Promise<(string | undefined)[]> {
    const { Uploads = [] } = await clientOf(this.bucket).send(new ListMultipartUploadsCommand({ Bucket: name }));
    return Uploads.map(({ Key }) => Key);
  }

  block(): void {
    this.proxy.block();
  }

  unblock(): void {
    this.proxy.unblock();
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    const ends = this.processes.map((each) => (each.exitCode === null ? once(each, 'exit') : undefined));
    for (const each of this.processes) each.kill('SIGKILL');
    await Promise.all(ends);
    await rm(this.dir, { recursive: true });
  }
}

const general = (dir: string, port: number): string =>
  `[DEFAULT]\nswift_dir = ${dir}\ndevices = ${dir}/devices\nmount_check = false\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userName()}\nlog_level = ERROR\n`;

const userName = (): string => spawnSync('id', ['-un'], { encoding: 'utf8' }).stdout.trim();

async function configureStore(dir: string, store: (typeof stores)[number]): Promise<number> {
  const port = await freePort();
  await writeFile(
    join(dir, `${store}.conf`),
    `${general(dir, port)}[pipeline:main]\npipeline = ${store}-server\n[app:${store}-server]\nuse = egg:swift#${store}\n`,
  );
  return port;
}

/** What `swift-ring-builder` does in nine runs: which server has which files. */
const rings = `
import sys
from swift.common.ring.builder import RingBuilder
for name, port in zip(('account', 'container', 'object'), sys.argv[2:]):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (sys.argv[1], name))
`;

function run(dir: string, each: string): ChildProcess {
  const log = createWriteStream(join(dir, 'log'), { flags: 'a' });
  const child = spawn(`swift-${each}-server`, [join(dir, `${each}.conf`)], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  return child;
}

const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey }: Bucket): S3Client =>
  new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(endpoint === null ? {} : { endpoint }),
  });
