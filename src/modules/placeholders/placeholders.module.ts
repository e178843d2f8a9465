import { Module } from '@nestjs/common';
import './pabx.page.js';
import { PlaceholdersController } from './placeholders.controller.js';

/** Pages and lists of modules that are not built yet: existing clients request the lists at each load and show an error otherwise. */
@Module({ controllers: [PlaceholdersController] })
export class PlaceholdersModule {}
