import { existsSync } from 'node:fs';

const through = (key, name) =>
  existsSync(new URL(`test/support/${name}.ts`, import.meta.url))
    ? { [key]: `<rootDir>/scripts/jest/${name}.mjs` }
    : {};

const swc = (tsx) => ({
  swcrc: false,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true, tsx },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      ...(tsx ? { react: { runtime: 'automatic' } } : {}),
    },
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
});

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/admin/src', '<rootDir>/test'],
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/admin/src/**/*.spec.{ts,tsx}', '<rootDir>/test/**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.+)\\.js$': '$1',
    // its ES modules import JSON in a way that jest complains about at every file
    '^libphonenumber-js/mobile$': '<rootDir>/node_modules/libphonenumber-js/mobile/index.cjs',
  },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: { '\\.ts$': ['@swc/jest', swc(false)], '\\.tsx$': ['@swc/jest', swc(true)] },
  ...through('globalSetup', 'global-setup'),
  ...through('globalTeardown', 'global-teardown'),
  maxWorkers: 3,
  testTimeout: 30_000,
};
