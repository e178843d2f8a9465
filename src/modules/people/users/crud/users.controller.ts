import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, Personal } from '../../../../core/access/decorators.js';
import { type Pause, PausesService } from '../presence/pauses.service.js';
import { PresenceInput } from '../users.dto.js';
import { type Colleague, UsersService } from './users.service.js';

@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly pauses: PausesService,
  ) {}

  @Get('online')
  @Allow('user')
  @ApiOperation({ summary: 'Colleagues who are online, by name, at most 200' })
  online(): Promise<Colleague[]> {
    return this.users.online();
  }

  @Get('me/presence')
  @Allow('user')
  @ApiOperation({ summary: 'Whether the caller is on a break, since when and why' })
  presence(): Promise<Pause> {
    return this.pauses.own();
  }

  @Put('me/presence')
  @Allow('user')
  @Personal()
  @ApiOperation({ summary: 'Begin a break, change its reason, or end it; it lasts over sign-out and sign-in' })
  setPresence(@Body() input: PresenceInput): Promise<Pause> {
    return this.pauses.set(input);
  }
}
