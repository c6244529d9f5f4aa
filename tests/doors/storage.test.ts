// The sixth door: Storage. An object that one may not read is not there; putting one where one may not is refused.
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedStack } from '../support/stack.ts'
import { type PathCells, paths } from './expectations/channels.ts'
import { credentials } from './support/ask.ts'
import { type Caller, callers, type Place, places } from './support/callers.ts'
import { aDoor, everybody, sharedWorld } from './support/door.ts'
import { type Met, type Outcome, outcomeOfStatus } from './support/outcome.ts'

const world = sharedWorld()
const door = aDoor('Storage')
const { apiUrl, serviceRoleKey } = sharedStack()
const asService = { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` }
const verbs = ['create', 'read', 'update', 'delete'] as const
type Verb = (typeof verbs)[number]

beforeAll(async () => {
  const folders = paths.flatMap(({ bucket, folder, in: scope }) =>
    callers.flatMap((who) => places[scope].map((at) => `${bucket}/${folder(world, at, who)}`)),
  )
  for (const folder of new Set(folders)) {
    const answer = await send(asService, 'create', `${folder}/there`)
    if (!answer.ok) throw new Error(`${folder}: ${await answer.text()}`)
  }
})

describe.each(paths)('$bucket, $what', (cells) => {
  test.each(verbs)('%s', async (verb) => {
    const tried = everybody(places[cells.in], (who, at) => ({
      who,
      at,
      name: verb,
      expected: expectedOf(cells, verb, who, at),
      met: () => met(cells, verb, who, at),
    }))
    await door.agrees(verb, tried)
  })
})

// What has a type would be handed out under it by a signed link, on Storage's own origin and without a token.
test.each(['uploads', 'files', 'exports'])('%s takes bytes without a type alone', async (bucket) => {
  for (const type of [
    'image/svg+xml',
    'text/HTML; charset=utf-8',
    'application/xhtml+xml',
    'text/javascript',
  ]) {
    const answer = await send(asService, 'create', `${bucket}/types/${crypto.randomUUID()}`, type)
    const { statusCode } = (await answer.json()) as { statusCode: string }
    expect([type, answer.status, statusCode]).toEqual([type, 400, '415'])
  }
})

function expectedOf(cells: PathCells, verb: Verb, who: Caller, at: Place): Outcome {
  // Nobody writes over what is there: no policy lets them.
  if (verb === 'update') return 'no'
  if (cells[verb](who, at)) return 'yes'
  return verb === 'create' ? 'no' : 'unseen'
}

async function met(cells: PathCells, verb: Verb, who: Caller, at: Place): Promise<Met> {
  const folder = `${cells.bucket}/${cells.folder(world, at, who)}`
  const answer = await send(
    credentials(world, who),
    verb,
    `${folder}/${verb === 'create' ? `new-${who}` : 'there'}`,
  )
  const text = await answer.text()
  // Storage answers 400 for all of its refusals and says in the body which one it is.
  const said = answer.ok ? answer.status : Number((JSON.parse(text) as { statusCode: string }).statusCode)
  const outcome = outcomeOfStatus(said, text)
  // Supabase's server tells what is there from what is not when it refuses to delete; ours does not. Names of objects
  // cannot be guessed, so either will do.
  return verb === 'delete' && outcome === 'no' ? 'unseen' : outcome
}

const bytes = 'application/octet-stream'

function send(
  headers: Record<string, string>,
  verb: Verb,
  path: string,
  type: string = bytes,
): Promise<Response> {
  const method = { create: 'POST', read: 'GET', update: 'PUT', delete: 'DELETE' }[verb]
  const body = verb === 'create' || verb === 'update' ? { body: 'doors' } : {}
  return fetch(`${apiUrl}/storage/v1/object/${path}`, {
    method,
    headers: { ...headers, 'content-type': type },
    ...body,
  })
}
