// The fourth door: /api/v1. What the caller may not know of is not found there; what it changes is undone.
import { beforeEach, describe, test } from 'vitest'
import { call } from '../functions/support/call.ts'
import { sql } from '../functions/support/people.ts'
import { type HostResponse, sharedStack } from '../support/stack.ts'
import { idAt, type RouteCells, routes } from './expectations/routes.ts'
import { type Caller, knows, type Place, places } from './support/callers.ts'
import { aDoor, everybody, sharedWorld } from './support/door.ts'
import { type Met, type Outcome, outcomeOfAnswer, outcomeOfStatus } from './support/outcome.ts'

const world = sharedWorld()
const door = aDoor('facade')
const titled = routes.map((cells) => [[cells.route, cells.what].filter(Boolean).join(', '), cells] as const)

// A person may change 300 things in five minutes: there are more doors than that, and a quick machine tries them sooner.
beforeEach(() => sql(sharedStack(), "delete from private.throttle where key like 'http:write:%'"))

describe('the facade', () => {
  test.each(titled)('%s', async (_title, cells) => {
    const tried = everybody(places[cells.in], (who, at) => ({
      who,
      at,
      name: cells.route,
      expected: expectedOf(cells, who, at),
      met: () => met(cells, who, at),
    }))
    await door.agrees(cells.route.split(' ')[0] ?? '', tried)
  })
})

function expectedOf(cells: RouteCells, who: Caller, at: Place): Outcome {
  if ((who === 'anon' || who === 'token') && !cells.open) return 'no'
  if (cells.may(who, at)) return 'yes'
  if (cells.lists) return 'unseen'
  return (cells.knows ?? knows[cells.in])(who, at) ? 'no' : 'unseen'
}

async function met(cells: RouteCells, who: Caller, at: Place): Promise<Met> {
  const [method = '', template = ''] = cells.route.split(' ')
  const params = { id: idAt(world, cells.in, at), ...cells.params?.(world, at, who) }
  const path = `${template}${cells.query ?? ''}`.replace(
    /\{(\w+)\}/g,
    (_, name: string) => params[name as 'id'],
  )
  const answer = await call(sharedStack(), path, {
    method,
    ...(who === 'anon' ? {} : { token: who === 'token' ? world.workspaceToken : world.people[who].token }),
    ...(cells.host ? { host: cells.host, headers: { accept: 'application/json, text/event-stream' } } : {}),
    ...(cells.body ? { json: cells.body(world, at, who) } : {}),
    ...(cells.form ? { form: cells.form } : {}),
  })
  return outcomeOf(cells, answer)
}

function outcomeOf(cells: RouteCells, { status, headers, text }: HostResponse): Met {
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (status < 300 && isJson) return outcomeOfAnswer(JSON.parse(text), cells.lists)
  return outcomeOfStatus(status, text)
}
