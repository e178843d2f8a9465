import { Module } from '@nestjs/common';
import './pabx.page.js';

/** Pages of modules that are not built. */
@Module({})
export class PlaceholdersModule {}
