import { Controller, Delete, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam, ManualTransaction } from '../../core/access/decorators.js';
import { Context } from '../../core/context.js';
import type { ConnectionRecord } from './connections.service.js';
import { ConnectionSessions } from './health/connection-sessions.service.js';

@Controller('whatsappsession')
@Allow('admin')
@ManualTransaction()
export class ConnectionSessionsController {
  constructor(
    private readonly sessions: ConnectionSessions,
    private readonly context: Context,
  ) {}

  @Post(':id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Connect again' })
  retry(@IdParam() id: number): Promise<ConnectionRecord> {
    return this.sessions.retry(this.context.actor.companyId, id);
  }

  @Put(':id')
  @ApiOperation({ summary: 'Ask for a new QR code; 422 where the channel has none' })
  pair(@IdParam() id: number): Promise<ConnectionRecord> {
    return this.sessions.pair(this.context.actor.companyId, id);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Disconnect: nothing is sent until somebody connects again' })
  disconnect(@IdParam() id: number): Promise<ConnectionRecord> {
    return this.sessions.disconnect(this.context.actor.companyId, id);
  }
}
