import { Body, Controller, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam, ManualTransaction, Personal } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { type CheckAnswer, ConnectionChecksService } from '../health/connection-checks.service.js';
import { ConnectionHealthService } from '../health/connection-health.service.js';
import { RegistrationInput } from '../sessions/connection-sessions.dto.js';
import { type ConnectionRecord, ConnectionsService } from './connections.service.js';

@Controller('whatsapp')
export class ConnectionsController {
  constructor(
    private readonly checks: ConnectionChecksService,
    private readonly health: ConnectionHealthService,
    private readonly connections: ConnectionsService,
    private readonly context: Context,
  ) {}

  @Post(':id/test')
  @HttpCode(200)
  @Allow('admin')
  @ManualTransaction()
  @ApiOperation({
    summary: 'Ask the provider about a connection: { ok, number, name, quality, code?, problem?, accounts? }',
  })
  test(@IdParam() id: number): Promise<CheckAnswer> {
    return this.checks.test(this.context.actor.companyId, id);
  }

  @Post(':id/register')
  @HttpCode(200)
  @Allow('admin')
  @ManualTransaction()
  @ApiOperation({ summary: 'Register the number with the provider by its PIN, and test it; 422 where it has none' })
  register(@IdParam() id: number, @Body() { pin }: RegistrationInput): Promise<CheckAnswer> {
    return this.checks.register(this.context.actor.companyId, id, pin);
  }

  @Post(':id/history')
  @HttpCode(200)
  @Allow('admin')
  @ManualTransaction()
  @ApiOperation({
    summary: 'Take in contacts and messages of the phone that uses the same number; 422 where the channel has none',
  })
  requestHistory(@IdParam() id: number): Promise<CheckAnswer> {
    return this.checks.requestHistory(this.context.actor.companyId, id);
  }

  @Post(':id/token')
  @HttpCode(200)
  @Allow('admin')
  @Personal()
  @ApiOperation({ summary: 'Replace the token of programs; the old one is refused from then on' })
  rotateToken(@IdParam() id: number): Promise<ConnectionRecord> {
    return this.connections.rotateToken(id);
  }

  @Put(':id/queues/:queueId')
  @Allow('admin')
  @ApiOperation({ summary: 'Add a department to the menu of a connection, whatever else the menu has' })
  addQueue(@IdParam() id: number, @IdParam('queueId') queueId: number): Promise<ConnectionRecord> {
    return this.connections.addQueue(id, queueId);
  }

  @Post(':id/resume')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'End the pause of a connection and take its warning away' })
  resume(@IdParam() id: number): Promise<ConnectionRecord> {
    return this.health.resume(id);
  }
}
