import { Controller, Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, ManualTransaction } from '../../../../core/access/decorators.js';
import { InstallationService, type InstallationState } from './installation.service.js';

@Controller('installation')
export class InstallationController {
  constructor(private readonly installation: InstallationService) {}

  @Get()
  @Allow('super')
  @ManualTransaction()
  @ApiOperation({ summary: 'Processes, database, jobs, storage, backups and connections of the installation' })
  get(): Promise<InstallationState> {
    return this.installation.state();
  }
}
