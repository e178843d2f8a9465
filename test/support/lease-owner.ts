import 'reflect-metadata';
import { leaseHolder } from './lease-holder.js';

/** A separate process that acquires a lease and works while it is valid; the test kills or suspends it. */
const [url = '', name = ''] = process.argv.slice(2);
const { leases } = await leaseHolder(url);
leases.hold(name, (lease) => {
  process.stdout.write(`gained ${lease.token}\n`);
  const work = setInterval(() => {
    if (lease.valid()) process.stdout.write(`work ${lease.token}\n`);
    else clearInterval(work);
  }, 20);
  lease.signal.addEventListener('abort', () => process.stdout.write(`lost ${lease.token}\n`));
});
