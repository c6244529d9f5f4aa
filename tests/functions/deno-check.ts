// Type-checks the edge functions as Deno sees them: `node tests/functions/deno-check.ts`.
// Deno looks for deno.json from the working directory only, so all functions share one generated import map.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { denoBinary } from '../../stack/functions/deno.ts'

const root = join(import.meta.dirname, '../..')
const functionsDir = join(root, 'supabase/functions')

type Imports = Record<string, string>

const names = readdirSync(functionsDir).filter((name) => existsSync(join(functionsDir, name, 'index.ts')))
const imports = merged(names.map((name) => [name, importsOf(name)]))
const wrong = mismatches(imports)
if (wrong.length > 0) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
process.exit(check({ ...imports, '@types/node': `npm:@types/node@${versions()['@types/node']}` }))

function importsOf(name: string): Imports {
  return JSON.parse(readFileSync(join(functionsDir, name, 'deno.json'), 'utf8')).imports
}

function merged(all: [name: string, imports: Imports][]): Imports {
  const result: Imports = {}
  for (const [name, own] of all) {
    for (const [key, target] of Object.entries(own)) {
      if (result[key] !== undefined && result[key] !== target) {
        throw new Error(`${name}/deno.json has ${target}, another function has ${result[key]}.`)
      }
      result[key] = target
    }
  }
  return result
}

/** Each npm: specifier must name the exact version of package.json. */
function mismatches(targets: Imports): string[] {
  const installed = versions()
  return Object.values(targets).flatMap((target) => {
    const [, name = '', version] = /^npm:\/?((?:@[^/]+\/)?[^@/]+)@([^/]+)\/?$/.exec(target) ?? []
    return installed[name] === version
      ? []
      : [`${target}: package.json has ${installed[name] ?? 'no such package'}.`]
  })
}

function versions(): Record<string, string> {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return { ...dependencies, ...devDependencies }
}

function check(map: Imports): number {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-deno-check-'))
  try {
    const file = join(dir, 'imports.json')
    writeFileSync(file, JSON.stringify({ imports: map }))
    const entries = names.map((name) => `supabase/functions/${name}/index.ts`)
    const args = [
      'check',
      '--quiet',
      '--no-lock',
      '--node-modules-dir=manual',
      `--import-map=${file}`,
      ...entries,
    ]
    const env = { ...process.env, DENO_DIR: join(dir, 'cache'), DENO_NO_UPDATE_CHECK: '1' }
    return spawnSync(denoBinary(root), args, { cwd: root, env, stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
