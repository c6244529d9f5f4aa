import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { servedCommandLine } from './cli/served.ts'
import { embed } from './web/embed.ts'
import { lean } from './web/lean.ts'
import { boundedMessages } from './web/linter.ts'
import { precompress } from './web/precompress.ts'
import { shellCache } from './web/shell-cache.ts'
import { sharedWorkers } from './web/workers.ts'

export default defineConfig({
  root: 'web',
  plugins: [react(), lean(), sharedWorkers(), shellCache(), embed(), servedCommandLine(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every page needs changes rarely: its own chunks stay cached across releases.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|react-is)\//,
              priority: 3,
            },
            // Workers have what they share with the page's data, without the page's data.
            { name: 'numbers', test: /analysis\/parse\/exact-number/, priority: 3 },
            // What the pages that a visit begins with paint with: no tabs, menus or switches among it.
            {
              name: 'base',
              test: /node_modules\/(@emotion|stylis|@mui\/(system|utils(?!\/useRovingTabIndex)|styled-engine|private-theming)|@tanstack\/(react-)?query|@mui\/material\/(styles|utils|Alert|Box|Button|ButtonBase|CircularProgress|CssBaseline|IconButton|InputBase|Link|Paper|SvgIcon|Typography)\/)/,
              minShareCount: 12,
              priority: 2,
            },
            // Labelled fields: pages to read, documentation among them, have none.
            {
              name: 'fields',
              test: /node_modules\/@mui\/material\/(FormControl|FormHelperText|FormLabel|InputAdornment|InputLabel|OutlinedInput)\//,
              minShareCount: 3,
              priority: 2,
            },
            // What screens ask the server by: small files that compress better together, and fewer requests. Lists of
            // projects are for who is in.
            {
              name: 'data',
              test: /src\/shared\/(config\/|data\/(?!projects|graphql))/,
              minShareCount: 30,
              priority: 1,
            },
            // Shared by most screens: one chunk instead of forty requests. Less shared parts stay apart,
            // or every page would carry what a few need (measured with tests/bench/bundle.ts).
            { name: 'ui', test: /node_modules\/@mui/, minShareCount: 48, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [boundedMessages()] },
  server: { host: '127.0.0.1', strictPort: true },
})
