/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/src', '<rootDir>/admin/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.{ts,tsx}'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  testRunner: '<rootDir>/scripts/jest/node-runner.mjs',
  // scripts/lib/typescript-hooks.mjs compiles what Node imports
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 3,
  // a test that hangs, on a machine that has other work too
  testTimeout: 600_000,
};
