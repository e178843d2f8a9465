import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../core/config/config.js';
import { RateLimits } from '../../core/redis/rate-limiter.js';
import { Throttle } from './throttle.js';

@Injectable()
export class LoginThrottle extends Throttle {
  constructor(config: AppConfig, rateLimits: RateLimits) {
    super(config, rateLimits, 'login');
  }
}
