// docs/cli.md: its examples are what pipelines run, and its commands and options are there.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { runWaymark } from '../support/waymark-command.ts'

const text = readFileSync(resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8')
const examples = [...text.matchAll(/### (.+)\n[^#]*?```yaml\n([\s\S]*?)```/g)].map(([, name, yaml]) => ({
  name,
  yaml: yaml ?? '',
}))

describe('docs/cli.md', () => {
  it('has an example for each kind of pipeline, which is YAML and runs the command', () => {
    const names = ['GitHub Actions', 'GitLab CI', 'Bitbucket Pipelines', 'Azure Pipelines']
    expect(examples.map(({ name }) => name)).toEqual(names)
    for (const { yaml } of examples) {
      expect(load(yaml)).toBeTypeOf('object')
      expect(yaml).toMatch(/cli\/bin\/waymark\.mjs"? push$/m)
      // A token in a command would show in the list of processes.
      expect(yaml).not.toContain('--ci-token')
    }
  })

  it('names every command, and no option that there is not', async () => {
    const { stdout } = await runWaymark(tmpdir(), ['--help'])
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*[<[]/gm)].map(([, name]) => name ?? '')
    expect(commands).toEqual(expect.arrayContaining(['diff', 'push', 'export', 'open', 'completion']))
    const helps = await Promise.all(commands.map((name) => runWaymark(tmpdir(), [name, '--help'])))
    const known = helps.map((help) => help.stdout).join('\n')
    for (const name of commands.filter((command) => command !== 'help'))
      expect(text).toContain(`\`waymark ${name}`)
    const used = [...text.matchAll(/waymark(?:\.mjs)?"? [a-z]+ [^`\n]*/g)].flatMap(
      ([line]) => line.match(/--[a-z-]+/g) ?? [],
    )
    expect(used.length).toBeGreaterThan(2)
    for (const flag of used) expect(known).toContain(flag)
  })
})
