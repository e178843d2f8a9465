import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow } from '../../core/access/decorators.js';
import { UsersService } from './users.service.js';

@ApiTags('users')
@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('list')
  @Allow('user')
  @ApiOperation({ summary: 'Names of all users of the company' })
  names(): Promise<{ id: number; name: string }[]> {
    return this.users.names();
  }
}
