// `npm run migration -- NAME`: writes the step from the migrations so far to what the chapters declare now.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundStep } from './step.ts'

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const EMPTY =
  '-- Why, in a sentence. Then the statements: what they change is for all installations, with their data.\n'

/** Refuses what cannot be part of a migration's file name. */
export function mustName(name: string | undefined): asserts name is string {
  if (name !== undefined && NAME.test(name)) return
  throw new Error(
    `${name === undefined ? 'A step needs a name' : `"${name}" cannot name a step`}: lower-case words with _ between them, such as add_project_stars.`,
  )
}

/** Writes a step for a person to fill in. Returns what to say about it. */
export function writeEmpty(dir: string, name: string, now: Date): string[] {
  return [
    ...write(dir, name, now, [EMPTY]),
    'Write it; tests/db/schema.test.ts says whether it leads to the chapters.',
  ]
}

/** Writes what was found. Returns what to say about it; throws a sentence where there is nothing to write. */
export function writeStep(dir: string, name: string, now: Date, { step, unseen }: FoundStep): string[] {
  const byHand = unseen.map((name) => `  ${name}`)
  if (step.texts.length === 0) {
    throw new Error(
      unseen.length === 0
        ? 'The chapters declare what the migrations make already: there is no step to write.'
        : [`No statement leads there, write it by hand (npm run migration -- NAME --empty):`, ...byHand].join(
            '\n',
          ),
    )
  }
  return [
    ...write(dir, name, now, step.texts),
    ...step.losses.map((sql) => `Loses data, marked in the file: ${sql}`),
    ...(unseen.length > 0 ? ['Not in it, add it by hand:', ...byHand] : []),
    'Read it before you commit it: it will run on everybody’s data.',
  ]
}

// One file a transaction, each with a time of its own, later than all that are there.
function write(dir: string, name: string, now: Date, texts: string[]): string[] {
  const last = readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => Number.parseInt(file, 10))
    .sort((a, b) => a - b)
    .at(-1)
  const first = Math.max(Number(now.toISOString().replace(/\D/g, '').slice(0, 14)), (last ?? 0) + 1)
  return texts.map((text, index) => {
    const file = `${first + index}_${name}${index === 0 ? '' : `_${index + 1}`}.sql`
    writeFileSync(join(dir, file), `${text.trimEnd()}\n`, { flag: 'wx' })
    return `Written: ${join('supabase/migrations', file)}`
  })
}
