import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, Personal } from '../../../../core/access/decorators.js';
import { PushKindsInput, PushSubscriptionInput } from '../push.dto.js';
import { PushService, type PushSettings } from './push.service.js';

@Controller('push')
@Allow('user')
@Personal()
export class PushController {
  constructor(private readonly push: PushService) {}

  @Get()
  @ApiOperation({ summary: 'Notices on the caller’s devices: the key to subscribe with, and the kinds that are on' })
  settings(): Promise<PushSettings> {
    return this.push.settings();
  }

  @Put('kinds')
  @HttpCode(204)
  @ApiOperation({ summary: 'Choose the kinds of notices on the caller’s devices' })
  setKinds(@Body() input: PushKindsInput): Promise<void> {
    return this.push.setKinds(input);
  }

  @Put('subscription')
  @HttpCode(204)
  @ApiOperation({ summary: 'Send notices to the browser of this session, until it ends' })
  subscribe(@Body() input: PushSubscriptionInput): Promise<void> {
    return this.push.subscribe(input);
  }

  @Delete('subscription')
  @HttpCode(204)
  @ApiOperation({ summary: 'Send no more notices to the browser of this session' })
  unsubscribe(): Promise<void> {
    return this.push.unsubscribe();
  }
}
