import pg from 'pg';
import { roles } from './database-types.js';
import { roleUrls } from './prepare-database.js';

const key = Buffer.alloc(32, 1);

test('of an address only server, database and TLS count: its other parameters replace neither role nor settings', () => {
  const address = 'postgres://owner:secret@replica:5433/atende?sslmode=no-verify&user=owner&password=secret';
  const { app, platform } = roleUrls(`${address}&options=-c%20timezone%3DAsia/Tokyo&statement_timeout=0`, key);
  for (const [url, role] of [
    [app, roles.app],
    [platform, roles.platform],
  ] as const) {
    const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC', statement_timeout: 30_000 });
    expect(client).toMatchObject({
      user: role,
      host: 'replica',
      port: 5433,
      database: 'atende',
      ssl: { rejectUnauthorized: false },
      connectionParameters: { options: '-c timezone=UTC', statement_timeout: 30_000 },
    });
    expect(client.password).not.toBe('secret');
  }
});

test('a socket and the mode of TLS stay', () => {
  const { app } = roleUrls('postgres://owner@localhost/atende?host=/run/postgresql&sslmode=disable', key);
  expect(new URL(app).searchParams.toString()).toBe('host=%2Frun%2Fpostgresql&sslmode=disable');
});
