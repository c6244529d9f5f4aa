// `npm run test:supabase`: the suites that need not know who answers, against Supabase's own servers.
//   npm run test:supabase                               a whole Supabase, started in Docker
//   npm run test:supabase -- contract --auth URL        an instance of ours with that server in place of its Auth …
//   npm run test:supabase -- product --storage URL      … or of its Storage, or both; or the suite "doors"
// Options of the latter: --data DIR and --port N of the instance. Words behind the suite choose among its files.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, parseEnv } from 'node:util'
import { ensureInstalled } from '../stack/bin/install.mjs'
import { findNode } from '../stack/bin/runtime.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = (path) => join(root, 'node_modules', path)
const contractProject = join(root, 'tests/stack/contract')
const golden = 'tests/stack/golden.test.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    auth: { type: 'string' },
    storage: { type: 'string' },
    data: { type: 'string', default: '.waymark-supabase' },
    port: { type: 'string', default: '54321' },
  },
})
const servers = Object.entries({ auth: values.auth, storage: values.storage }).filter(([, url]) => url)
if (servers.length === 0 && spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0) {
  console.error(
    'This suite starts a real Supabase and needs Docker, which does not answer here; or the address of a server of Supabase in place of ours (--auth, --storage). "npm test" runs the same suites against the embedded stack.',
  )
  process.exit(1)
}
await ensureInstalled(root)
const node = findNode(root)

process.exit((await (servers.length > 0 ? againstServers() : againstDocker())) ? 0 : 1)

async function againstDocker() {
  const contract = inDocker(contractProject, 'CONTRACT', ['--project', 'contract'])
  return inDocker(root, 'PRODUCT', ['--project', 'stack', golden]) && contract
}

/** Starts the project in a folder, runs tests with its addresses in the environment, stops it. */
function inDocker(folder, prefix, tests) {
  console.log(`\n── ${folder}`)
  try {
    if (supabase(folder, 'start').status !== 0) return false
    return vitest(tests, addresses(prefix, parseEnv(supabase(folder, 'status', '-o', 'env').stdout)))
  } finally {
    supabase(folder, 'stop', '--no-backup')
  }
}

/** Starts an instance that has the servers behind its gateway, waits until they answer, runs the suites on it. */
async function againstServers() {
  const [suite = 'contract', ...files] = positionals
  const data = resolve(process.env.INIT_CWD ?? process.cwd(), values.data)
  const product = ['start', '--no-app', '--no-demo']
  const bare = ['stack', '--bare', '--functions', join(contractProject, 'supabase/functions')]
  const kind = { contract: bare, product, doors: product }[suite]
  if (!kind) throw new Error(`The suites are "contract", "product" and "doors"; there is no "${suite}".`)
  const behind = servers.flatMap(([name, url]) => [`--${name}`, url])
  const launch = join(root, 'stack/bin/launch.mjs')
  const instance = spawn(node, [launch, ...kind, '--data', data, '--port', values.port, ...behind], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WAYMARK_ALLOW_HTTP_PROVIDERS: '1' },
  })
  const ended = once(instance, 'exit')
  try {
    await new Promise((ready, failed) => {
      instance.stdout.on('data', (text) => String(text).includes('Ctrl-C stops it') && ready())
      ended.then(() => failed(new Error('The instance did not start.')))
    })
    const status = spawnSync(node, [launch, 'status', '--data', data, '-o', 'env'], {
      encoding: 'utf8',
    }).stdout
    console.log(`The instance for the servers to work on:\n${status}`)
    for (const [name, url] of servers) await answering(name, url)
    const env = parseEnv(status)
    const joined = { WAYMARK_TEST_STACK: data }
    if (suite === 'doors') return vitest(['--project', 'doors', ...files], joined)
    if (suite === 'product') {
      const all = files.length > 0 ? files : ['tests/functions', golden]
      return vitest(['--project', 'functions', '--project', 'stack', ...all], joined)
    }
    const push = ['db', 'push', '--yes', '--db-url', `${env.DB_URL}?sslmode=disable`]
    if (supabase(contractProject, ...push).status !== 0) return false
    return vitest(['--project', 'contract', ...files], addresses('CONTRACT', env))
  } finally {
    instance.kill('SIGTERM')
    await ended
  }
}

async function answering(name, url) {
  console.log(`Waiting for ${name} at ${url} …`)
  for (let tries = 0; tries < 1200; tries++) {
    if (await fetch(url).then(Boolean, () => false)) return
    await delay(500)
  }
  throw new Error(`Nothing answered at ${url} within ten minutes.`)
}

function addresses(prefix, { API_URL, ANON_KEY, SERVICE_ROLE_KEY, DB_URL }) {
  return {
    [`SUPABASE_${prefix}_URL`]: API_URL,
    [`SUPABASE_${prefix}_ANON_KEY`]: ANON_KEY,
    [`SUPABASE_${prefix}_SERVICE_ROLE_KEY`]: SERVICE_ROLE_KEY,
    [`SUPABASE_${prefix}_DB_URL`]: DB_URL,
  }
}

function supabase(folder, ...args) {
  return spawnSync(modules('.bin/supabase'), [...args, '--workdir', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function vitest(tests, env) {
  const { status } = spawnSync(node, [modules('vitest/vitest.mjs'), 'run', ...tests], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter), ...env },
  })
  return status === 0
}
