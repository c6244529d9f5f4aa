// docs/cli.md: its commands and options are there. What its pipelines run is tried in tests/functions/pipelines.test.ts.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runWaymark } from '../support/waymark-command.ts'

const text = readFileSync(resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8')
describe('docs/cli.md', () => {
  it('names every command, and no option that there is not', async () => {
    const { stdout } = await runWaymark(tmpdir(), ['--help'])
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*[<[]/gm)].map(([, name]) => name ?? '')
    expect(commands).toEqual(expect.arrayContaining(['diff', 'push', 'export', 'open', 'completion']))
    const helps = await Promise.all(commands.map((name) => runWaymark(tmpdir(), [name, '--help'])))
    const known = helps.map((help) => help.stdout).join('\n')
    for (const name of commands.filter((command) => command !== 'help'))
      expect(text).toContain(`\`waymark ${name}`)
    const used = [...text.matchAll(/waymark(?:\.mjs|\.tgz)?"? [a-z]+ [^`\n]*/g)].flatMap(
      ([line]) => line.match(/--[a-z-]+/g) ?? [],
    )
    expect(used.length).toBeGreaterThan(2)
    for (const flag of used) expect(known).toContain(flag)
  })
})
