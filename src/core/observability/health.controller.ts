import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../access/decorators.js';
import { Health, type HealthReport } from './health.js';

@ApiTags('operations')
@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

  @Public()
  @Get('live')
  @ApiOperation({ summary: 'The process answers' })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Public()
  @Get('ready')
  @ApiOperation({ summary: 'The process can work: everything it needs is there (200) or not (503)' })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthReport> {
    const report = await this.health.report();
    void reply.header('cache-control', 'no-store').code(report.status === 'ok' ? 200 : 503);
    return report;
  }
}
