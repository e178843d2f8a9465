import { Module } from '@nestjs/common';
import { PlaceholdersController } from './placeholders.controller.js';

/** Lists that existing clients ask for at each load: an error there would be shown to everybody each time. */
@Module({ controllers: [PlaceholdersController] })
export class PlaceholdersModule {}
