import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/programs.mjs'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/start-stack.ts',
  // A file belongs to one worker, and each worker to an instance of its own (start-stack.ts). Two browsers with their
  // instances keep two cores busy: with a third, stories wait longer for one another than they wait for anything.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  // How long one that hangs is waited for, not how fast one has to be: a busy machine is slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // `--trace on` shows a failure step by step; recording every test costs an eighth of the run.
    trace: 'off',
    launchOptions: {
      executablePath: findBrowser() ?? 'chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
