import { defineConfig } from 'vitest/config'

// A throwaway Postgres; a whole instance. Both are shared by all projects of a run.
const cluster = 'tests/support/cluster.setup.ts'
const stack = 'tests/support/stack.setup.ts'

export default defineConfig({
  test: {
    // Two cores are the reference machine. What waits for Postgres, a worker or Deno leaves them to a third file.
    maxWorkers: 3,
    // How long a test that hangs is waited for, not how fast one has to be: a busy machine is slow.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // Starting a process and reading the same modules anew for each file takes a tenth of the run. Files leave nothing behind
    // in their modules, but for those that put others in their place, and screens, which have a page and a session.
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          isolate: true,
          include: ['{analysis,editing,lint,supabase,tests/unit}/**/*.test.ts'],
          exclude: ['supabase/functions/!(_shared)/**'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          isolate: true,
          environment: 'jsdom',
          setupFiles: ['patience', 'owner-stacks', 'no-view'].map(
            (name) => `web/src/shared/testing/${name}.ts`,
          ),
        },
      },
      { test: { name: 'db', include: ['tests/db/**/*.test.ts'], globalSetup: [cluster] } },
      {
        test: {
          name: 'stack',
          include: ['tests/stack/*.test.ts'],
          globalSetup: [cluster, stack],
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/stack/contract/*.test.ts'],
          globalSetup: ['tests/stack/contract/setup.ts'],
        },
      },
      {
        test: { name: 'functions', include: ['tests/functions/**/*.test.ts'], globalSetup: [cluster, stack] },
      },
      {
        test: {
          name: 'doors',
          include: ['tests/doors/*.test.ts'],
          globalSetup: [cluster, 'tests/doors/support/doors.setup.ts'],
        },
      },
      {
        test: {
          name: 'worker',
          isolate: true,
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: [cluster, stack],
        },
      },
    ],
  },
})
