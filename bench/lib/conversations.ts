import type { Courier } from './courier.js';
import { as, atOnce, type Person, type Scene } from './scene.js';
import type { Stage } from './stage.js';

/** One that a customer began and an attendant accepted. */
export interface Conversation {
  readonly id: number;
  readonly number: string;
  readonly person: Person;
}

/** Attendants accept what customers began, evenly. */
export async function acceptAll(stage: Stage, scene: Scene, courier: Courier): Promise<Conversation[]> {
  const found = await stage.cluster.rows<{ id: number; number: string }>(
    'select t.id::int, c.number from tickets t join contacts c on c.id = t.contact_id where t.company_id = $1 order by t.id',
    [scene.companyId],
  );
  const accepts = found.map(({ id, number }, index) => async () => {
    const person = scene.attendants[index % scene.attendants.length];
    if (!person || !(await courier.deliver(as(person, 'PUT', `/tickets/${id}`, { status: 'open' }))))
      throw new Error(`Conversation ${id} could not be accepted`);
    return { id, number, person };
  });
  return atOnce(8, accepts);
}
