import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../core/config/config.js';
import { Limits } from '../../core/redis/limits.js';
import { Throttle } from './throttle.js';

@Injectable()
export class LoginThrottle extends Throttle {
  constructor(config: AppConfig, limits: Limits) {
    super(config, limits, 'login');
  }
}
