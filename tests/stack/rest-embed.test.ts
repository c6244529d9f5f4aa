// Related rows in one request: what `select` can embed, filter, order and spread.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RestStack, startRest } from '../support/rest.ts'

let rest: RestStack
beforeAll(async () => {
  rest = await startRest(readFileSync(join(import.meta.dirname, 'rest-schema.sql'), 'utf8'))
})
afterAll(() => rest.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  rest.ask(path, { headers, token: rest.serviceKey })
const rows = async (path: string) => (await get(path)).json

describe('embeds', () => {
  it('follow a foreign key to one row', async () => {
    expect(await rows('/tasks?id=eq.1&select=title,project:projects(name,stage)')).toEqual([
      { title: 'Plan', project: { name: 'Alpha search engine', stage: 'live' } },
    ])
  })
  it('and back to many', async () => {
    expect(await rows('/projects?select=id,tasks(id)&order=id&tasks.order=id.desc')).toEqual([
      { id: 1, tasks: [{ id: 3 }, { id: 2 }, { id: 1 }] },
      { id: 2, tasks: [{ id: 4 }] },
      { id: 3, tasks: [{ id: 5 }] },
      { id: 4, tasks: [] },
    ])
  })
  it('through a junction', async () => {
    expect(await rows('/people?select=name,tasks(title)&order=id&tasks.order=id')).toEqual([
      { name: 'Ann', tasks: [{ title: 'Plan' }, { title: 'Draw' }] },
      { name: 'Bob', tasks: [{ title: 'Draw' }, { title: 'Build' }] },
      { name: 'Cid', tasks: [] },
    ])
    expect(await rows('/tasks?id=eq.2&select=people!assignments(name)&people.order=name')).toEqual([
      { people: [{ name: 'Ann' }, { name: 'Bob' }] },
    ])
  })
  it('one to one', async () => {
    expect(await rows('/people?select=name,profiles(bio)&order=id&limit=1')).toEqual([
      { name: 'Ann', profiles: { bio: 'first' } },
    ])
    expect(await rows('/profiles?select=people(name)&person_id=eq.2')).toEqual([{ people: { name: 'Bob' } }])
  })
  it('by composite keys', async () => {
    expect(await rows('/composite_b?select=id,composite_a(*)')).toEqual([
      { id: 1, composite_a: { x: 1, y: 2 } },
    ])
    expect(await rows('/composite_a?select=y,composite_b(id)&order=y')).toEqual([
      { y: 1, composite_b: [] },
      { y: 2, composite_b: [{ id: 1 }] },
    ])
  })
  it('to the same table, down by its name and up by its column', async () => {
    expect(await rows('/tasks?id=eq.1&select=title,below:tasks(id)&below.order=id')).toEqual([
      { title: 'Plan', below: [{ id: 2 }, { id: 3 }] },
    ])
    expect(await rows('/tasks?id=eq.2&select=parent_id(title),below:tasks!parent_id(id)')).toEqual([
      { parent_id: { title: 'Plan' }, below: [] },
    ])
  })
  it('on views, by the columns they show', async () => {
    expect(await rows('/live_projects?select=id,clients(name),tasks(id)&order=id&tasks.limit=1')).toEqual([
      { id: 1, clients: { name: 'Acme' }, tasks: [{ id: 1 }] },
      { id: 4, clients: null, tasks: [] },
    ])
    expect(
      await rows('/client_names?id=eq.2&select=name,live_projects(id),projects!projects_client_id_fkey(id)'),
    ).toEqual([{ name: 'Globex', live_projects: [], projects: [{ id: 3 }] }])
  })
  it('by functions of the row', async () => {
    expect(await rows('/projects?id=eq.2&select=lead(name),watchers(name)')).toEqual([
      { lead: { name: 'Bob' }, watchers: [{ name: 'Bob' }, { name: 'Cid' }] },
    ])
  })
  it('nest', async () => {
    expect(
      await rows(
        '/clients?id=eq.1&select=name,projects!projects_client_id_fkey(id,tasks(id,people(name)))&projects.id=eq.1&projects.tasks.id=eq.2&projects.tasks.people.order=name',
      ),
    ).toEqual([
      { name: 'Acme', projects: [{ id: 1, tasks: [{ id: 2, people: [{ name: 'Ann' }, { name: 'Bob' }] }] }] },
    ])
  })
  it('need a hint where there are two ways', async () => {
    const answer = await get('/projects?select=clients(name)')
    expect(answer.status).toBe(300)
    expect(answer.json).toEqual({
      code: 'PGRST201',
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'projects with clients',
          relationship: 'projects_client_id_fkey using projects(client_id) and clients(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'projects with clients',
          relationship: 'projects_partner_fkey using projects(partner_id) and clients(id)',
        },
      ],
      hint: "Try changing 'clients' to one of the following: 'clients!projects_client_id_fkey', 'clients!projects_partner_fkey'. Find the desired relationship in the 'details' key.",
      message: "Could not embed because more than one relationship was found for 'projects' and 'clients'",
    })
  })
  it.each(['clients!projects_partner_fkey', 'clients!partner_id', 'partner_id', 'projects_partner_fkey'])(
    'by the hint %s',
    async (target) => {
      expect(await rows(`/projects?id=eq.1&select=partner:${target}(name)`)).toEqual([
        { partner: { name: 'Globex' } },
      ])
    },
  )
  it('through every column of a view that shows the key', async () => {
    await rest.admin.query(`
      create view public.twice as select id as one, id as two from public.people;
      create table private.nodes (id int primary key, up int references private.nodes);
      insert into private.nodes values (1, null), (2, 1);
      create view public.nodes as select id, up, up as above from private.nodes;
      grant select on public.twice, public.nodes to service_role`)
    expect((await get('/profiles?select=twice(*)')).status).toBe(300)
    expect(await rows('/twice?one=eq.2&select=profiles!one(bio),same:profiles!two(bio)')).toEqual([
      { profiles: { bio: 'second' }, same: { bio: 'second' } },
    ])
    expect(await rows('/nodes?id=eq.2&select=id,up(id),above(id)')).toEqual([
      { id: 2, up: { id: 1 }, above: { id: 1 } },
    ])
  })
  it('in both directions are told children first', async () => {
    await rest.admin.query(`
      create table public.teams (id int primary key);
      create table public.players (id int primary key, team int references public.teams);
      alter table public.teams add captain int constraint captain references public.players;
      grant select on public.teams, public.players to service_role`)
    expect((await get('/teams?select=players(*)')).json.details).toMatchObject([
      { cardinality: 'one-to-many', relationship: 'players_team_fkey using teams(id) and players(team)' },
      { cardinality: 'many-to-one', relationship: 'captain using teams(captain) and players(id)' },
    ])
  })
  it('that do not exist are refused with a hint', async () => {
    const answer = await get('/projects?select=task(*)')
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        code: 'PGRST200',
        details:
          "Searched for a foreign key relationship between 'projects' and 'task' in the schema 'public', but no matches were found.",
        hint: "Perhaps you meant 'tasks' instead of 'task'.",
        message: "Could not find a relationship between 'projects' and 'task' in the schema cache",
      },
    ])
    expect((await get('/projects?select=tasks!nope(*)')).json.details).toContain("using the hint 'nope'")
    expect((await get('/settings?select=tasks(*)')).json.hint).toMatch(/instead of 'settings'\.$/)
  })
  it.each([
    ['/tasks?select=projects(nope)', 'projects_1'],
    ['/tasks?select=projects(id,client_id(id))&projects.client_id.nope=eq.1', 'clients_2'],
    ['/people?select=tasks(id)&tasks.order=nope', 'tasks'],
    ['/tasks?select=projects(id)&order=projects(nope)', 'tasks_projects_1'],
  ])('are called in errors as PostgREST calls them: %s', async (path, name) => {
    const answer = await get(path)
    expect([answer.status, answer.json.message]).toEqual([400, `column ${name}.nope does not exist`])
  })
})

describe('conditions on embeds', () => {
  it('choose embedded rows, and parents only by !inner', async () => {
    expect(await rows('/projects?select=id,tasks(id)&tasks.done=is.true&order=id&id=lt.3')).toEqual([
      { id: 1, tasks: [{ id: 1 }] },
      { id: 2, tasks: [] },
    ])
    const inner = await get('/projects?select=id,tasks!inner(id)&tasks.done=is.true&order=id', {
      Prefer: 'count=exact',
    })
    expect(inner.json).toEqual([
      { id: 1, tasks: [{ id: 1 }] },
      { id: 3, tasks: [{ id: 5 }] },
    ])
    expect(inner.headers.get('content-range')).toBe('0-1/2')
    expect(await rows('/tasks?select=id,projects!inner()&projects.stage=eq.done')).toEqual([{ id: 5 }])
    expect(await rows('/tasks?select=id,projects!inner!left()&projects.stage=eq.done')).toEqual([{ id: 5 }])
  })
  it('ask whether there are any', async () => {
    expect(await rows('/projects?select=id,tasks()&tasks=is.null')).toEqual([{ id: 4 }])
    expect(await rows('/projects?select=id,tasks()&tasks=not.is.null&order=id')).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ])
    const either = await get('/projects?select=id,client_id(),tasks()&or=(client_id.is.null,tasks.is.null)', {
      Prefer: 'count=exact',
    })
    expect([either.json, either.headers.get('content-range')]).toEqual([[{ id: 4 }], '0-0/1'])
  })
  it('combine with or, page and order inside', async () => {
    expect(
      await rows('/projects?id=eq.1&select=tasks(id)&tasks.or=(id.eq.1,title.eq.Build)&tasks.order=id'),
    ).toEqual([{ tasks: [{ id: 1 }, { id: 3 }] }])
    expect(
      await rows('/projects?id=eq.1&select=tasks(id)&tasks.order=id&tasks.limit=1&tasks.offset=1'),
    ).toEqual([{ tasks: [{ id: 2 }] }])
  })
  it('must be about what was selected', async () => {
    const answer = await get('/projects?select=id&tasks.id=eq.1')
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([
      400,
      'PGRST108',
      "'tasks' is not an embedded resource in this request",
    ])
  })
  it('order the parents by a to-one embed', async () => {
    expect(
      await rows('/tasks?select=id,projects(name)&order=projects(name).desc,id&id=in.(1,4,5)'),
    ).toMatchObject([{ id: 5 }, { id: 4 }, { id: 1 }])
    // By what the embed answers, under the name it has there.
    const byLabel = '/tasks?select=id,projects(title:name,data)&id=in.(1,4,5)&order='
    expect(await rows(`${byLabel}projects(title).desc,id`)).toMatchObject([{ id: 5 }, { id: 4 }, { id: 1 }])
    expect(await rows(`${byLabel}projects(data->level).desc.nullslast`)).toMatchObject([
      { id: 4 },
      { id: 1 },
      { id: 5 },
    ])
    expect((await get(`${byLabel}projects(name)`)).json.message).toBe(
      'column tasks_projects_1.name does not exist',
    )
    const many = await get('/projects?select=id,tasks(id)&order=tasks(id)')
    expect([many.status, many.json.code, many.json.details]).toEqual([
      400,
      'PGRST118',
      "'projects' and 'tasks' do not form a many-to-one or one-to-one relationship",
    ])
  })
})

describe('counts', () => {
  it('of embedded rows need no aggregates', async () => {
    expect(
      await rows(
        '/projects?select=id,tasks(count),done:tasks(n:count::text)&done.done=is.true&order=id&id=in.(1,4)',
      ),
    ).toEqual([
      { id: 1, tasks: [{ count: 3 }], done: [{ n: '1' }] },
      { id: 4, tasks: [{ count: 0 }], done: [{ n: '0' }] },
    ])
    expect(await rows('/people?select=count')).toEqual([{ count: 3 }])
    expect(await rows('/rpc/all_projects?select=count')).toEqual([{ count: 4 }])
  })
  it('are not grouped by what stands beside them', async () => {
    const answer = await get('/people?select=name,count')
    expect([answer.status, answer.json.code]).toEqual([400, '42803'])
  })
})

describe('spreads', () => {
  it('lay a to-one embed into its parent', async () => {
    expect(
      await rows('/tasks?id=eq.1&select=id,...projects(project:name,stage,...client_id(client:name))'),
    ).toEqual([{ id: 1, project: 'Alpha search engine', stage: 'live', client: 'Acme' }])
  })
  it('make arrays of a to-many embed', async () => {
    expect(
      await rows('/projects?select=id,...tasks(title,done)&order=id&tasks.order=id&id=in.(1,4)'),
    ).toEqual([
      { id: 1, title: ['Plan', 'Draw', 'Build'], done: [true, false, null] },
      { id: 4, title: [], done: [] },
    ])
  })
})

describe('aggregates, where they are switched on', () => {
  it('group by the plain columns and embeds', async () => {
    const open = await startRest(readFileSync(join(import.meta.dirname, 'rest-schema.sql'), 'utf8'), {
      aggregates: true,
    })
    try {
      const ask = async (path: string) => (await open.ask(path, { token: open.serviceKey })).json
      expect(
        await ask('/projects?select=stage,count(),budget.sum(),most:budget.max()::text&order=stage'),
      ).toEqual([
        { stage: 'draft', count: 1, sum: null, most: null },
        { stage: 'live', count: 2, sum: 1070.5, most: '1000.50' },
        { stage: 'done', count: 1, sum: 0.1, most: '0.10' },
      ])
      expect(
        await ask(
          '/tasks?select=hours.sum(),...projects(stage,budget.max(),...client_id(id.count()))&order=projects(stage)',
        ),
      ).toEqual([
        { sum: null, stage: 'draft', max: null, count: 1 },
        { sum: 11.5, stage: 'live', max: 1000.5, count: 3 },
        { sum: 3, stage: 'done', max: 0.1, count: 1 },
      ])
      expect(await ask('/tasks?select=...projects(name.count(),id.count())')).toEqual([{ count: 5 }])
      expect(await ask('/clients?select=*,count()&id=eq.3')).toEqual([
        { id: 3, name: 'Initech', city: null, count: 1 },
      ])
      expect(await ask('/tasks?select=count(),projects(name)&id=lt.4')).toEqual([
        { count: 3, projects: { name: 'Alpha search engine' } },
      ])
    } finally {
      await open.close()
    }
  })
})
