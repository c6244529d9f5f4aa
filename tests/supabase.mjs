// `npm run test:supabase`: the contract suite and the golden answers against a real Supabase, started in Docker.
// Two projects one after the other: the suite's own, empty but for its fixture, then the product's.
import { spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { ensureInstalled } from '../stack/bin/install.mjs'
import { findNode } from '../stack/bin/runtime.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = (path) => join(root, 'node_modules', path)

if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0) {
  console.error(
    'This suite starts a real Supabase and needs Docker, which does not answer here. "npm test" runs the same suite against the embedded stack.',
  )
  process.exit(1)
}
await ensureInstalled(root)
const node = findNode(root)

const contract = against('tests/stack/contract', 'CONTRACT', ['--project', 'contract'])
const golden = against('.', 'PRODUCT', ['--project', 'stack', 'tests/stack/golden.test.ts'])
process.exit(contract && golden ? 0 : 1)

/** Starts the project in a folder, runs tests with its addresses in the environment, stops it. */
function against(folder, prefix, tests) {
  const supabase = (...args) =>
    spawnSync(modules('.bin/supabase'), [...args, '--workdir', join(root, folder)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  console.log(`\n── ${folder}`)
  try {
    if (supabase('start').status !== 0) return false
    const { API_URL, ANON_KEY, SERVICE_ROLE_KEY, DB_URL } = parseEnv(supabase('status', '-o', 'env').stdout)
    const { status } = spawnSync(node, [modules('vitest/vitest.mjs'), 'run', ...tests], {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: [dirname(node), process.env.PATH].join(delimiter),
        [`SUPABASE_${prefix}_URL`]: API_URL,
        [`SUPABASE_${prefix}_ANON_KEY`]: ANON_KEY,
        [`SUPABASE_${prefix}_SERVICE_ROLE_KEY`]: SERVICE_ROLE_KEY,
        [`SUPABASE_${prefix}_DB_URL`]: DB_URL,
      },
    })
    return status === 0
  } finally {
    supabase('stop', '--no-backup')
  }
}
