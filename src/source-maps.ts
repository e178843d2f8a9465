import { setSourceMapsSupport } from 'node:module';

/*
 * Loaded before the application (`--import`): stacks show lines of the sources. Those of packages stay as they are, because
 * `--enable-source-maps` keeps the maps of every package in memory, some 15 MB.
 */
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
