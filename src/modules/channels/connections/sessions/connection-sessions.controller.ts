import { Body, Controller, Delete, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam, ManualTransaction } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import type { ConnectionRecord } from '../crud/connections.service.js';
import { NumberInput, PairingInput } from './connection-sessions.dto.js';
import { ConnectionSessionsService, type NumberCheck } from './connection-sessions.service.js';

@Controller('whatsappsession')
@Allow('admin')
@ManualTransaction()
export class ConnectionSessionsController {
  constructor(
    private readonly sessions: ConnectionSessionsService,
    private readonly context: Context,
  ) {}

  @Post(':id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Connect again' })
  retry(@IdParam() id: number): Promise<ConnectionRecord> {
    return this.sessions.retry(this.context.actor.companyId, id);
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Ask for a new QR code, or with `number` for a code to type on that phone; 422 where the channel has none',
  })
  pair(@IdParam() id: number, @Body() input: PairingInput): Promise<ConnectionRecord> {
    // older clients send no body
    return this.sessions.pair(this.context.actor.companyId, id, input?.number || null);
  }

  @Post(':id/number')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({
    summary: 'Whether a number can be written to: 400 where it cannot, 422 where the channel cannot tell',
  })
  checkNumber(@IdParam() id: number, @Body() { number }: NumberInput): Promise<NumberCheck> {
    return this.sessions.checkNumber(this.context.actor.companyId, id, number);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Disconnect: nothing is sent until somebody connects again' })
  disconnect(@IdParam() id: number): Promise<ConnectionRecord> {
    return this.sessions.disconnect(this.context.actor.companyId, id);
  }
}
