// The pipelines of docs/cli.md: what each of them runs is run here, as it does, with the command line that an instance serves.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { tarball } from '../../cli/tarball.ts'
import { sharedStack } from '../support/stack.ts'
import { call } from './support/call.ts'
import { aWorkspace, unique, type Workspace } from './support/people.ts'
import { aProject, petStore } from './support/projects.ts'

const stack = sharedStack()
const text = readFileSync(resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8')
const examples = new Map(
  [...text.matchAll(/### (.+)\n[^#]*?```yaml\n([\s\S]*?)```/g)].map(([, name = '', yaml]) => [
    name,
    load(yaml ?? ''),
  ]),
)

let workspace: Workspace
let root: string
/** The instance, with the command line that its build packs. */
let instance: { url: string; close: () => void }
beforeAll(async () => {
  workspace = await aWorkspace(stack)
  root = mkdtempSync(join(tmpdir(), 'waymark-pipelines-'))
  const packed = await tarball()
  const server = createServer((req, res) => {
    if (req.url === '/cli/waymark.tgz') return void res.end(packed)
    const { method, headers } = req
    const onward = request(new URL(req.url ?? '/', stack.apiUrl), { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    onward.on('error', () => res.destroy())
    req.pipe(onward)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  instance = { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
})
afterAll(() => {
  instance.close()
  rmSync(root, { recursive: true })
})

const gitEnv = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }

/** What a pipeline has checked out: a branch with a description, of a repository whose main has another one. */
function checkedOut(name: string, description: string): string {
  const [origin, folder] = [join(root, `${name}.git`), join(root, name)]
  const git = (...args: string[]) => execFileSync('git', args, { env: gitEnv, stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch=main', folder)
  const commit = (content: string) => {
    writeFileSync(join(folder, 'openapi.yaml'), content)
    git('-C', folder, 'add', '.')
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
    git('-C', folder, ...who, 'commit', '--quiet', '--allow-empty', '--message', 'Change the pets')
  }
  commit(petStore)
  git('clone', '--quiet', '--bare', folder, origin)
  git('-C', folder, 'remote', 'add', 'origin', origin)
  commit(description)
  return folder
}

/** Runs what a step says, as a pipeline's shell does; its code and what it printed. */
async function run(script: string, folder: string, env: Record<string, string>) {
  const shell = { cwd: folder, env: { ...gitEnv, HOME: root, ...env } }
  return promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], shell).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )
}

/** A project that is pushed to, and the secrets and variables that its pipeline has. */
async function aPipeline() {
  const { id } = await aProject(stack, workspace, { name: unique('Pushed by a pipeline'), type: 'cli' })
  const { token } = workspace.owner
  const made = await call(stack, `/projects/${id}/ci-token`, { method: 'POST', token })
  const values = {
    WAYMARK_URL: instance.url,
    WAYMARK_CI_TOKEN: made.json<{ ci_token: string }>().ci_token,
  }
  const docs = async () => (await call(stack, `/projects/${id}/table-of-contents`, { token })).text
  return { values, docs }
}

/** The variables of a step, which names them as its pipeline does: `${{ vars.X }}`, `$(X)`. */
function named(env: Record<string, string>, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.replace(
        /^\$(?:\{\{ (?:vars|secrets)\.(\w+) \}\}|\((\w+)\))$/,
        (_, one, other) => values[one ?? other] ?? '',
      ),
    ]),
  )
}

const env = z.record(z.string(), z.string())
const githubStep = z.object({ run: z.string().optional(), env: env.optional() })
const github = z.object({
  env,
  jobs: z.object({
    compare: z.object({ steps: z.array(githubStep) }),
    push: z.object({ steps: z.array(githubStep) }),
  }),
})
const gitlab = z.object({ 'push-docs': z.object({ script: z.array(z.string()) }) })
const bitbucket = z.object({
  pipelines: z.object({
    branches: z.object({ main: z.array(z.object({ step: z.object({ script: z.array(z.string()) }) })) }),
  }),
})
const azure = z.object({ steps: z.array(z.object({ script: z.string().optional(), env: env.optional() })) })

interface Step {
  script: string
  /** What it is given beside what all steps are. */
  env: Record<string, string>
}

/** The steps of each example that push, by the variables of their pipeline. */
const pushes: [name: string, steps: (values: Record<string, string>) => Step[]][] = [
  [
    'GitHub Actions',
    (values) => {
      const workflow = github.parse(examples.get('GitHub Actions'))
      return workflow.jobs.push.steps.flatMap(({ run: script, env: own = {} }) =>
        script ? [{ script, env: named({ ...workflow.env, ...own }, values) }] : [],
      )
    },
  ],
  [
    'GitLab CI',
    (values) =>
      gitlab.parse(examples.get('GitLab CI'))['push-docs'].script.map((script) => ({ script, env: values })),
  ],
  [
    'Bitbucket Pipelines',
    (values) =>
      bitbucket
        .parse(examples.get('Bitbucket Pipelines'))
        .pipelines.branches.main.flatMap(({ step }) =>
          step.script.map((script) => ({ script, env: values })),
        ),
  ],
  [
    'Azure Pipelines',
    (values) =>
      azure
        .parse(examples.get('Azure Pipelines'))
        .steps.flatMap(({ script, env: own = {} }) => (script ? [{ script, env: named(own, values) }] : [])),
  ],
]

it('is there for each kind of pipeline, and no token stands in a command', () => {
  expect([...examples.keys()]).toEqual(pushes.map(([name]) => name))
  expect(text).not.toContain('--ci-token "')
})

it.each(pushes)('%s pushes the docs', async (name, stepsOf) => {
  const { values, docs } = await aPipeline()
  const folder = checkedOut(name.replaceAll(' ', '-'), petStore)
  const steps = stepsOf(values)
  expect(steps.length).toBeGreaterThan(0)
  for (const step of steps) expect(await run(step.script, folder, step.env)).toMatchObject({ code: 0 })
  expect(await docs()).toContain('List pets')
})

it('GitHub Actions hold a pull request back that breaks, and no other', async () => {
  const { env: shared, jobs } = github.parse(examples.get('GitHub Actions'))
  const script = jobs.compare.steps.flatMap(({ run: one }) => one ?? []).join('\n')
  const given = { ...named(shared, { WAYMARK_URL: instance.url }), GITHUB_BASE_REF: 'main' }
  const breaking = checkedOut('breaking', petStore.replaceAll('/pets', '/animals'))
  const { code, output } = await run(script, breaking, given)
  expect(code).not.toBe(0)
  expect(output).toMatch(/^::error .*GET \/pets/m)
  const same = checkedOut('the-same', petStore)
  expect(await run(script, same, given)).toMatchObject({ code: 0 })
})
