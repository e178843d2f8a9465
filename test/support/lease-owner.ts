import 'reflect-metadata';
import { leaseHolder } from './lease-holder.js';

/** A process of its own that wants a lease and works as long as it may; the test kills it or stops it for a while. */
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
