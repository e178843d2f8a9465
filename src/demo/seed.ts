import type { NestFastifyApplication } from '@nestjs/platform-fastify';

export async function seedDemo(_app: NestFastifyApplication): Promise<void> {}
